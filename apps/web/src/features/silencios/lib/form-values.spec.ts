import { bodyOf, FRESH } from './form-values.js';

describe('a silence as it is sent', () => {
  it('lasts from the moment it is saved, not from when its form was opened', () => {
    expect(bodyOf({ ...FRESH, horas: 2, motivo: 'Pozo' }, 7, 'UTC', 1_000)).toEqual({
      empresa_id: 7,
      hasta: 7_201_000,
      motivo: 'Pozo',
    });
  });

  it('names the one thing that was chosen', () => {
    expect(bodyOf({ ...FRESH, objeto: 'placa:12', motivo: 'm' }, 7, 'UTC', 0)).toMatchObject({ placa_id: 12 });
    expect(bodyOf({ ...FRESH, objeto: 'sitio:Pozo 3: norte', motivo: 'm' }, 7, 'UTC', 0)).toMatchObject({
      sitio: 'Pozo 3: norte',
    });
  });
});
