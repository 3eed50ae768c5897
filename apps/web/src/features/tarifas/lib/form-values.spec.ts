import { TARIFA_EJEMPLOS, type TarifaVersion } from '@acequia/contracts';
import { coverageFault, faultsOf } from './form-faults.js';
import { newPeriod, newRule, type Values, valuesOf, versionOf } from './form-values.js';

const versionFrom = (clave: 'mexico' | 'espana'): TarifaVersion => ({
  desde: '2026-07-16',
  ...TARIFA_EJEMPLOS.find((each) => each.clave === clave)!.version,
});
const filled = (): Values => valuesOf(versionFrom('mexico'), 1);

describe('a version in its form', () => {
  it('comes back as it was, seasons and holidays too', () => {
    const version = { ...versionFrom('espana'), festivos: ['01-06', '2026-04-03'] };
    const values = valuesOf(version, 1);
    expect(values.festivos).toBe('06/01, 03/04/2026');
    expect(versionOf(values)).toEqual(version);
    expect(faultsOf(values, [])).toEqual([]);
  });

  it('keeps its rules when a period gets another name', () => {
    const values = filled();
    values.periodos[0]!.nombre = 'Noche';
    expect(versionOf(values)).toMatchObject({ reglas: [{ periodo: 'Noche' }, { periodo: 'Diurno' }] });
  });

  it('begins as one period, always, without a price', () => {
    const values = valuesOf(null, 1);
    expect(coverageFault(values)).toBeNull();
    expect(faultsOf(values, []).map(({ field }) => field)).toEqual(['desde', 'periodos.0.precio']);
  });
});

describe('what is wrong with it', () => {
  it('is told at its field, in the words of the form', () => {
    const values = filled();
    values.reglas[0]!.temporada = { desde: '1/13', hasta: '' };
    values.reglas[1]!.dias = [];
    values.festivos = '25/12, mayo';
    expect(faultsOf(values, ['2026-07-16'])).toEqual([
      { field: 'reglas.0.temporada.desde', message: 'Escribe día y mes, como 15/03' },
      { field: 'reglas.0.temporada.hasta', message: 'Este dato es obligatorio' },
      { field: 'reglas.1.dias', message: 'Elija al menos un día' },
      { field: 'festivos', message: 'Escribe cada uno como 25/12 o 03/04/2026, separados por comas' },
      { field: null, message: coverageFault(values) },
      { field: 'desde', message: 'Ya hay una versión desde ese día' },
    ]);
  });

  it('is a gap or two rules at once, told of the whole form', () => {
    const values = filled();
    values.reglas.pop();
    expect(coverageFault(values)).toBe('Falta el periodo: lunes de 08:00 a 24:00, del 01/01 al 31/12');
    expect(faultsOf(values, [])).toEqual([{ field: null, message: coverageFault(values) }]);
    values.reglas.push({ ...newRule('2'), dias: ['lun'], desde: 7 });
    expect(coverageFault(values)).toMatch(/^Dos reglas a la vez: lunes de 07:00 a 08:00/);
  });
});

it('gives a new period a key that no rule has', () => {
  expect(newPeriod(filled().periodos).clave).toBe('3');
});
