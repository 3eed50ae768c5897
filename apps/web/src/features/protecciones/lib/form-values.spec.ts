import { saveOf, ValidProteccion, valuesOf, type Values } from './form-values.js';

const filled = (change: Partial<Values> = {}): Values => ({
  ...valuesOf(null, 3),
  nombre: 'Pozo bajo',
  punto_id: 7,
  valor: 0.5,
  apaga: [1],
  back: 1,
  ...change,
});
const faults = (change: Partial<Values>): string[] =>
  (ValidProteccion.safeParse(filled(change)).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the form of a protection', () => {
  it('turns pumps off without a value unless another is chosen, and sends only what belongs to the choice', () => {
    expect(saveOf(filled({ gracia_s: 20, minutos: 5 }))).toMatchObject({
      sin_dato: 'apagar',
      gracia_s: 0,
      libera: { valor: 1 },
    });
    expect(saveOf(filled({ con_switch_id: 1, gracia_s: 20, until: 'minutos', minutos: 5 }))).toMatchObject({
      gracia_s: 20,
      libera: { minutos: 5 },
    });
    expect(saveOf(filled({ until: 'persona' }))).toMatchObject({ libera: 'persona' });
  });

  it('names what is missing or beyond beside its field', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ punto_id: null })).toEqual(['punto_id']);
    expect(faults({ apaga: [] })).toEqual(['apaga']);
    expect(faults({ back: 0.4 })).toEqual(['back']);
    expect(faults({ back: null })).toEqual(['back']);
    expect(faults({ until: 'minutos' })).toEqual(['minutos']);
    expect(faults({ con_switch_id: 1, gracia_s: null })).toEqual(['gracia_s']);
    expect(faults({ durante_s: 3_601 })).toEqual(['durante_s']);
    const burst = { cuando: 'rotura', valor: 130, valvula_ids: [1], gracia_s: 180, until: 'persona' } as const;
    expect(faults({ ...burst, valvula_ids: [1] })).toEqual([]);
    expect(faults({ ...burst, valvula_ids: [] })).toEqual(['valvula_ids']);
    expect(faults({ ...burst, valvula_ids: [1], valor: 100 })).toEqual(['valor']);
    expect(faults({ ...burst, valvula_ids: [1], gracia_s: null })).toEqual(['gracia_s']);
    expect(faults({ ...burst, valvula_ids: [1], until: 'valor' })).toEqual(['back']);
  });
});
