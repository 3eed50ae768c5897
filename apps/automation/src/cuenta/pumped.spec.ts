import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { OutcomeService } from '../outcomes/outcome.service.js';
import { motivoText } from '../storage/textos-motivos.js';
import { PumpAccountService } from './pump-account.service.js';
import { byPump, secondsWithPump, type ValveTurn } from './pumped.js';

const T0 = 1_795_500_000_000;
const valve: ValveTurn = { real_inicio: T0, real_segundos: 60, estado: 'cumplido', motivos: null };
const pumped = (...args: Parameters<typeof byPump>) => {
  const { motivos, ...rest } = byPump(...args);
  return { ...rest, motivo: motivoText({ motivo: null, motivos }, 'UTC') };
};
const on = (from_s: number, real_segundos: number | null) => ({ real_inicio: T0 + from_s * 1_000, real_segundos });

describe('a turn of a valve', () => {
  it('counts the seconds in which its pump ran too, over several runs of it', () => {
    expect(secondsWithPump(valve, [on(3, 20), on(50, 300), on(10, 5)])).toBe(30);
    expect(secondsWithPump(valve, [])).toBe(0);
    expect(secondsWithPump(valve, [on(3, 20), on(23, null)])).toBeNull();
  });

  it('is perdido without its pump, and parcial when that missed more than its delays', () => {
    expect(pumped(valve, 52, 5)).toMatchObject({ estado: 'cumplido', motivo: null });
    const short = { estado: 'parcial', motivo: 'Su bomba estuvo encendida 40 s de 60 s' };
    expect(pumped(valve, 40, 5)).toMatchObject(short);
    const known: ValveTurn = { ...valve, motivos: [{ codigo: 'dicho', texto: 'Se redujo a 72 %' }] };
    expect(pumped(known, 0, 5)).toMatchObject({ estado: 'perdido', motivo: 'Se redujo a 72 %; su bomba no encendió' });
    expect(pumped(valve, null, 5)).toEqual({ estado: 'cumplido', motivo: null, con_bomba_s: null });
  });
});

describe('the account of turns with a pump', () => {
  let automation: Automation;
  let relay = (desde: number, hasta: number) => ({ encendido_s: 0, sabido_s: (hasta - desde) / 1_000 });
  beforeAll(async () => {
    automation = await Automation.start({
      'telemetry-history': { 'historial.encendido_entre': async ({ desde, hasta }) => relay(desde, hasta) },
    });
  });
  afterAll(() => automation?.stop());

  it('has no liters of a valve whose pump did not run, once the turns of the pump have ended, until a late report says that it did', async () => {
    const app = await automation.instanceByHand();
    const query = (sql: string, params: unknown[] = []) => automation.query<Record<string, unknown>>(app, sql, params);
    await query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES (1, 1, 'Pozo', 'requiere', '{1,2}', 9, 0, 5)`,
    );
    const turno = (id: string, switch_id: number, from_s: number, estado: string, seconds: number | null) =>
      query(
        `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, motivo, riego, inicio, segundos, pedidos_s, via, con_enlace,
           tarde_s, estado, real_inicio, real_segundos) VALUES ($1, 1, 1, $2, 1, 'Con viento', $3, $3, 60, 60, 'placa', 0, 0, $4, $3, $5)`,
        [id, switch_id, T0 + from_s * 1_000, estado, seconds],
      );
    await turno('v1', 1, 0, 'cumplido', 60);
    await turno('v2', 2, 60, 'cumplido', 60);
    await turno('other', 3, 0, 'cumplido', 60);
    await turno('p1', 9, 0, 'parcial', 55);
    await turno('p2', 9, 60, 'en_curso', 0);
    let now = Date.now();
    const look = async () => {
      await app.get(PumpAccountService).look((now += 60_000));
      return query(`SELECT turno_id, estado, con_bomba_s FROM turnos WHERE switch_id <> 9 ORDER BY turno_id`);
    };
    const others = [
      { turno_id: 'other', estado: 'cumplido', con_bomba_s: null },
      { turno_id: 'v1', estado: 'cumplido', con_bomba_s: 55 },
    ];
    expect(await look()).toEqual([...others, { turno_id: 'v2', estado: 'cumplido', con_bomba_s: null }]);
    await query(`UPDATE turnos SET estado = 'perdido', real_inicio = NULL WHERE turno_id = 'p2'`);
    expect(await look()).toEqual([...others, { turno_id: 'v2', estado: 'perdido', con_bomba_s: 0 }]);

    const corrida = { id: 'p2', started: T0 / 1_000 + 60, secs: 55, end: 'done' as const };
    for (let told = 0; told < 2; told += 1) {
      await app
        .get(DataSource)
        .transaction((tx) => app.get(OutcomeService).reported(tx, { placa_id: 1, corridas: [corrida] }));
      expect(await look()).toEqual([...others, { turno_id: 'v2', estado: 'cumplido', con_bomba_s: 55 }]);
      const motivos = [{ codigo: 'dicho', texto: 'Con viento' }];
      expect(await query(`SELECT motivos FROM turnos WHERE turno_id = 'v2'`)).toEqual([{ motivos }]);
    }
  });

  it('has the liters of a valve whose pump a person turned on, once the relay of the pump is known', async () => {
    const app = await automation.instanceByHand();
    const query = (sql: string, params: unknown[] = []) => automation.query<Record<string, unknown>>(app, sql, params);
    await query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES (2, 2, 'Pozo', 'requiere', '{21,22}', 29, 0, 5)`,
    );
    const began = Date.now() - 120_000;
    relay = () => ({ encendido_s: 0, sabido_s: 20 });
    await query(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s, estado,
         real_inicio, real_segundos) VALUES ('byHand', 2, 1, 21, $1, $1, 60, 60, 'placa', 0, 0, 'cumplido', $1, 60)`,
      [began],
    );
    const counted = async (now: number) => {
      await app.get(PumpAccountService).look(now);
      return query(`SELECT estado, bomba_cuenta, con_bomba_s FROM turnos WHERE turno_id = 'byHand'`);
    };
    const later = Date.now() + 60_000;
    expect(await counted(later)).toEqual([{ estado: 'cumplido', bomba_cuenta: 0, con_bomba_s: null }]);
    relay = (desde, hasta) => ({ encendido_s: 60, sabido_s: desde === began ? (hasta - desde) / 1_000 : 0 });
    expect(await counted(later + 60_000)).toEqual([{ estado: 'cumplido', bomba_cuenta: 2, con_bomba_s: 60 }]);
  });
});
