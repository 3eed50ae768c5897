import type { SwitchEnVivo } from '@acequia/contracts';
import { withBloqueo, withComando, withState, withEnding, withTheNewest } from './live-list.js';

const sw = (cambios: Partial<SwitchEnVivo> = {}): SwitchEnVivo => ({
  ...({ id: 1, placa_id: 7, hardware_pin: 4, sensor_pin: 15, estado: 0, estado_ts: 1_000 } as SwitchEnVivo),
  temperatura: 20,
  humedad: 50,
  sensor_ts: 1_000,
  placa_ts: 1_000,
  ...cambios,
});
const mensaje = { switch_id: 1, temperatura: 21, humedad: 51, ts: 2_000, sensor_ts: 900 };

describe('a list of switches kept current by messages', () => {
  it('takes each half of a message by its own age', () => {
    const [one] = withState([sw()], { ...mensaje, estado: 1, estado_ts: 2_000 });
    expect(one).toMatchObject({ estado: 1, estado_ts: 2_000, temperatura: 20, sensor_ts: 1_000 });
  });

  it('does not go back to what a slower reading says', () => {
    const readList = [sw({ sensor_ts: 3_000, temperatura: 25 })];
    expect(withTheNewest([sw({ estado: 1, estado_ts: 2_000 })], readList)).toEqual([
      sw({ estado: 1, estado_ts: 2_000, sensor_ts: 3_000, temperatura: 25 }),
    ]);
  });

  it('starts over for a switch that was wired to another pin, and accepts a reading without values', () => {
    const readList = [sw({ hardware_pin: 5 })];
    expect(withTheNewest([sw({ estado: 1, estado_ts: 2_000 })], readList)).toEqual(readList);
    const emptyList = [sw({ estado: null, estado_ts: null })];
    expect(withTheNewest([sw({ estado: 1, estado_ts: 2_000 })], emptyList)).toEqual(emptyList);
  });

  it('calls off a discrepancy with the state that was asked for, and with another order', () => {
    const comando = { comando_id: 'a', accion: 'on' as const, estado: 'confirmado' as const, detalle: null, ts: 500 };
    const disagreeing = [sw({ comando, discrepancia: 1 })];
    const [obeyed] = withState(disagreeing, { ...mensaje, estado: 1, estado_ts: 2_000 });
    expect(obeyed).toMatchObject({ estado: 1, discrepancia: 0 });
    expect(withState(disagreeing, { ...mensaje, estado: 0, estado_ts: 2_000 })[0]!.discrepancia).toBe(1);
    const another = { ...comando, switch_id: 1, comando_id: 'b', estado: 'solicitado' as const, ts: 3_000 };
    expect(withComando(disagreeing, another)[0]).toMatchObject({ discrepancia: 0, comando: { comando_id: 'b' } });
    expect(withComando(disagreeing, { ...another, comando_id: 'a' })[0]!.discrepancia).toBe(1);
  });

  it('does not take an order back to where an older reading saw it', () => {
    const comando = { comando_id: 'a', accion: 'on' as const, estado: 'enviado' as const, detalle: null, ts: 500 };
    const shownList = withComando([sw({ comando })], { ...comando, switch_id: 1, estado: 'confirmado', ts: 900 });
    expect(withTheNewest(shownList, [sw({ comando })])).toMatchObject([{ comando: { estado: 'confirmado' } }]);
  });

  it('locks out and releases the one switch that a message names', () => {
    const bloqueo = { usuario_id: 2, usuario_nombre: 'Ana', motivo: 'Gente en el pozo', desde: 1 };
    const list = withBloqueo([sw(), sw({ id: 2 })], { switch_id: 2, bloqueo, ts: 2 });
    expect(list.map((one) => one.bloqueo)).toEqual([undefined, bloqueo]);
    expect(withBloqueo(list, { switch_id: 2, bloqueo: null, ts: 3 })[1]!.bloqueo).toBeNull();
  });

  it('tells what ended a time on until the next one begins, and not what ended an earlier one', () => {
    const fin = { causa: 'limite' as const, ts: 2_000, limite_s: 60 };
    const [off] = withEnding([sw()], { switch_id: 1, fin, ts: 2_000 });
    expect(off!.fin).toEqual(fin);
    expect(withEnding([off!], { switch_id: 1, fin: { ...fin, ts: 1_000 }, ts: 2_100 })[0]!.fin).toEqual(fin);
    expect(withTheNewest([off!], [sw({ fin: null })])).toMatchObject([{ fin: null }]);
    expect(withTheNewest([off!], [sw({ fin: { ...fin, ts: 1_000 } })])).toMatchObject([{ fin }]);
    expect(withState([off!], { ...mensaje, estado: 1, estado_ts: 3_000 })[0]!.fin).toBeNull();
  });
});
