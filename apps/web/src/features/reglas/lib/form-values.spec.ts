import { AVISO_TYPES, RuleSave, typeOfAviso, type Regla } from '@acequia/contracts';
import { asItComes, bodyOf, freshValues, kindsFor, secondsOf, timeOf, valuesOf, wholeBody } from './form-values.js';

const rule = (more: Partial<Regla>): Regla => ({
  id: null,
  empresa_id: 1,
  tipo: 'temperatura_alta',
  hora_desde: null,
  hora_hasta: null,
  placa_id: null,
  switch_id: null,
  dispositivo_id: null,
  sitio: null,
  ...asItComes(more.tipo ?? 'temperatura_alta'),
  ...more,
});

describe('the form of a rule', () => {
  it('writes a time in the largest unit that leaves no fraction', () => {
    expect([0, 45, 120, 5_400, 7_200].map(timeOf)).toEqual([
      { count: 0, unit: 1 },
      { count: 45, unit: 1 },
      { count: 2, unit: 60 },
      { count: 90, unit: 60 },
      { count: 2, unit: 3_600 },
    ]);
    expect(secondsOf({ count: 1.5, unit: 3_600 })).toBe(5_400);
  });

  it('sends what it was given, unchanged, for every kind', () => {
    for (const tipo of AVISO_TYPES) {
      const one = rule({ tipo, ...(typeOfAviso(tipo).onePoint ? { punto_id: 7 } : { switch_id: 7 }) });
      const { id: _, ...expected } = one;
      const body = bodyOf(valuesOf(one), 1);
      expect(RuleSave.safeParse(body).success).toBe(true);
      expect({ ...expected, ...body }).toEqual(expected);
    }
  });

  it('has no body while a number is missing or one of the hours is', () => {
    const values = freshValues('temperatura_alta');
    expect(wholeBody(values, 1)).toMatchObject({ umbral: 42, activa: 1 });
    expect(wholeBody({ ...values, umbral: null }, 1)).toBeNull();
    expect(wholeBody({ ...values, espera: { count: null, unit: 60 } }, 1)).toBeNull();
    expect(wholeBody({ ...values, hora_hasta: '06:00' }, 1)).toBeNull();
    expect(wholeBody({ ...values, hora_desde: '22:00', hora_hasta: '06:00' }, 1)).toMatchObject({
      hora_desde: '22:00',
    });
  });

  it('offers an exception only for what its kind can be about', () => {
    expect(kindsFor('temperatura_alta')).toEqual(['switch', 'placa', 'sitio']);
    expect(kindsFor('corte_de_luz')).toEqual(['sitio']);
    expect(kindsFor('vencimiento')).toEqual([]);
    expect(kindsFor('punto_alto')).toEqual(['punto']);
    expect(kindsFor('punto_callado')).toEqual(['punto', 'placa', 'sitio']);
  });
});
