import type { SwitchEnVivo } from '@acequia/contracts';
import { liveSwitch } from '../../../test/records.js';
import { pairsOf, sensorOf } from './pairs.js';

let id = 0;
const sw = (fields: Partial<SwitchEnVivo>) =>
  liveSwitch({ id: ++id, nombre: 'Válvula', zona: 'Norte', par_numero: 1, estado: null, ...fields });
const labels = (switches: SwitchEnVivo[]) => pairsOf(switches).map(({ key, label }) => [key, label]);

describe('rows of the switch panel', () => {
  it('pair two switches of a zona, the first by name in front', () => {
    expect(labels([sw({ nombre: 'B', par_numero: 2 }), sw({ nombre: 'A', par_numero: 2 })])).toEqual([
      ['Norte|2', 'Norte - A / B'],
    ]);
  });

  it('name a lonely switch without a slash', () => {
    expect(labels([sw({ nombre: 'Sola' })])).toEqual([['Norte|1', 'Norte - Sola']]);
  });

  it('leave inactive switches out', () => {
    expect(pairsOf([sw({ activo: 0 })])).toEqual([]);
  });

  it('are sorted by their label, accents in their place', () => {
    expect(
      pairsOf([sw({ zona: 'Zeta' }), sw({ zona: 'Ávila' }), sw({ zona: 'Beta' })]).map((row) => row.sw1.zona),
    ).toEqual(['Ávila', 'Beta', 'Zeta']);
  });

  it('split a larger group by board and site, keep partners together and hide nobody', () => {
    const rows = labels([
      sw({ nombre: 'C', par_numero: 2, switch_site_id: 2 }),
      sw({ nombre: 'A', par_numero: 2, switch_site_id: 1 }),
      sw({ nombre: 'D', par_numero: 2, switch_site_id: 2 }),
      sw({ nombre: 'B', par_numero: 2, switch_site_id: 1 }),
    ]);
    expect(rows).toEqual([
      ['Norte|2', 'Norte - A / B'],
      ['Norte|2|2', 'Norte - C / D'],
    ]);
  });

  it('go two by two when one site holds more', () => {
    const rows = pairsOf(['A', 'B', 'C'].map((nombre) => sw({ nombre })));
    expect(rows.map((row) => [row.sw1.nombre, row.sw2?.nombre])).toEqual([
      ['A', 'B'],
      ['C', undefined],
    ]);
  });
});

describe('the sensor of a pair', () => {
  const withOutcome = sw({ tiene_sensor: 1 });
  const without = sw({ tiene_sensor: 0 });
  it.each([
    ['the first one', withOutcome, sw({ tiene_sensor: 1 }), withOutcome],
    ['the second one where only that has one', without, withOutcome, withOutcome],
    ['the first one when neither has one', without, sw({ tiene_sensor: 0 }), without],
    ['the only one', without, null, without],
  ])('is that of %s', (_name, sw1, sw2, expected) => expect(sensorOf({ sw1, sw2 })).toBe(expected));
});
