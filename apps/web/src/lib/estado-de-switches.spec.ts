import type { SwitchEnVivo } from '@acequia/contracts';
import { conEstado, conLoMasNuevo } from './estado-de-switches.js';

const sw = (cambios: Partial<SwitchEnVivo> = {}): SwitchEnVivo => ({
  ...({ id: 1, placa_id: 7, hardware_pin: 4, sensor_pin: 15, estado: 0, estado_ts: 1_000 } as SwitchEnVivo),
  ...{ temperatura: 20, humedad: 50, sensor_ts: 1_000, placa_ts: 1_000 },
  ...cambios,
});
const mensaje = { switch_id: 1, temperatura: 21, humedad: 51, ts: 2_000, sensor_ts: 900 };

describe('a list of switches kept current by messages', () => {
  it('takes each half of a message by its own age', () => {
    const [one] = conEstado([sw()], { ...mensaje, estado: 1, estado_ts: 2_000 });
    expect(one).toMatchObject({ estado: 1, estado_ts: 2_000, temperatura: 20, sensor_ts: 1_000 });
  });

  it('does not go back to what a slower reading says', () => {
    const leida = [sw({ sensor_ts: 3_000, temperatura: 25 })];
    expect(conLoMasNuevo([sw({ estado: 1, estado_ts: 2_000 })], leida)).toEqual([
      sw({ estado: 1, estado_ts: 2_000, sensor_ts: 3_000, temperatura: 25 }),
    ]);
  });

  it('begins anew for a switch that was wired anew, and believes a reading that knows nothing', () => {
    const leida = [sw({ hardware_pin: 5 })];
    expect(conLoMasNuevo([sw({ estado: 1, estado_ts: 2_000 })], leida)).toEqual(leida);
    const vacia = [sw({ estado: null, estado_ts: null })];
    expect(conLoMasNuevo([sw({ estado: 1, estado_ts: 2_000 })], vacia)).toEqual(vacia);
  });
});
