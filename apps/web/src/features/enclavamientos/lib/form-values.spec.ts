import { ValidEnclavamiento, valuesOf, type Values } from './form-values.js';

const withOutcome = (cambios: Partial<Values>): Values => ({
  ...valuesOf(null, 3),
  nombre: 'Riego',
  switches: [1, 2],
  ...cambios,
});
const faults = (cambios: Partial<Values>) =>
  ValidEnclavamiento.safeParse(withOutcome(cambios)).error?.issues.map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

describe('the form of an interlock group', () => {
  it('sends nothing that belongs to the other rule', () => {
    const readAt = ValidEnclavamiento.parse(
      withOutcome({ bomba_id: 9, retardo_encendido_s: 30, retardo_apagado_s: 1e6 }),
    );
    expect(readAt).toMatchObject({ tipo: 'exclusion', bomba_id: null, retardo_encendido_s: 0, retardo_apagado_s: 0 });
    const pump = withOutcome({ tipo: 'requiere', bomba_id: 9, retardo_encendido_s: 30, retardo_apagado_s: null });
    expect(ValidEnclavamiento.parse(pump)).toMatchObject({
      bomba_id: 9,
      retardo_encendido_s: 30,
      retardo_apagado_s: 0,
    });
  });

  it('says what is missing beside its field', () => {
    expect(faults({ switches: [] })).toEqual([
      ['switches', 'Elige al menos un switch'],
      ['switches', 'Elige al menos dos switches'],
    ]);
    expect(faults({ switches: [1] })).toEqual([['switches', 'Elige al menos dos switches']]);
    expect(faults({ tipo: 'requiere' })).toEqual([['bomba_id', 'Elige la bomba']]);
    expect(faults({ tipo: 'requiere', bomba_id: 2 })).toEqual([
      ['switches', 'La bomba no puede ser su propia válvula'],
    ]);
    expect(faults({ tipo: 'requiere', bomba_id: 9, retardo_apagado_s: 601 })).toEqual([
      ['retardo_apagado_s', 'Debe ser un número entero entre 0 y 600'],
    ]);
  });
});
