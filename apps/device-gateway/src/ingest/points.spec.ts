import type { EventData } from '@acequia/contracts';
import type { EntityManager } from 'typeorm';
import { Board } from '../commands/switches/board.fixture.js';
import { Gateway, Parts, telemetry, until } from '../gateway.fixture.js';
import { EstadoService } from '../overview/estado.service.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { UnusedFields } from './unused-fields.js';
import { PuntosProjection } from '../registry/puntos.projection.js';

type Punto = EventData<'punto.guardado'>;

describe('points of measurement', () => {
  let parts: Parts;
  let gateway: Gateway;
  let next = 2_500;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  const project = async (write: (puntos: PuntosProjection, tx: EntityManager) => Promise<void>): Promise<void> => {
    await gateway.project((_repository, tx) => write(gateway.app.get(PuntosProjection), tx));
    await gateway.app.get(PlacaDirectory).refresh();
  };
  /** A point with the id `placa_id * 100 + n`. */
  const punto = async (placa_id: number, n: number, changes: Partial<Punto> = {}): Promise<Punto> => {
    const one: Punto = {
      id: placa_id * 100 + n,
      empresa_id: 1,
      placa_id,
      n,
      fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
      magnitud: 'volumen',
      nombre: 'Medidor',
      sitio: '',
      mide: null,
      a: 0.01,
      b: 0,
      cada_s: 60,
      activo: 1,
      ...changes,
    };
    await project((puntos, tx) => puntos.save(tx, one));
    return one;
  };
  const connected = async (): Promise<{ numero: number; placa_id: number; board: Board }> => {
    const numero = next++;
    const placa_id = await gateway.placa(numero);
    await gateway.switch(numero, placa_id, 4, null);
    return { numero, placa_id, board: await Board.connect(await gateway.connect(numero), numero) };
  };
  const status = (board: Board, can: string[]): Promise<unknown> =>
    board.client.publishAsync(`acequia/v1/${board.numero}/status`, JSON.stringify({ online: true, can }), {
      qos: 1,
      retain: true,
    });
  const valuesOf = async (placa_id: number) =>
    (await gateway.rows()).valores.filter(([placa]) => placa === placa_id).map(([, id, ts, value]) => [id, ts, value]);
  const refused = (placa_id: number): Promise<{ motivo: string; detalle: string }[]> =>
    gateway.sql('SELECT motivo, detalle FROM descartes WHERE placa_id = $1 ORDER BY detalle', [placa_id]);

  it('are in the pin map of a board that says it reads them, and of no other', async () => {
    const { placa_id, board } = await connected();
    await punto(placa_id, 1);
    await punto(placa_id, 2, { fuente: { tipo: 'placa', driver: 'adc', pin: 34 }, magnitud: 'nivel', a: 1.5, b: -0.2 });
    const line = { addr: 1, reg: 12, fn: 4, format: 'f32l', baud: 9_600, parity: 'n' } as const;
    await punto(placa_id, 4, { fuente: { tipo: 'placa', driver: 'modbus', ...line }, magnitud: 'voltaje', a: 1 });
    await punto(placa_id, 3, { activo: 0, fuente: { tipo: 'placa', driver: 'pulsos', pin: 26 } });
    await status(board, ['agenda', 'control']);
    await until(() => board.configs.length > 0);
    expect(board.configs.some(({ points }) => points !== undefined)).toBe(false);
    await status(board, ['agenda', 'control', 'points']);
    await until(() => board.configs.at(-1)?.points !== undefined);
    expect(board.configs.at(-1)?.points).toEqual([
      { n: 1, kind: 'pulsos', pin: 27, every_s: 60, a: 0.01, b: 0, dec: 3 },
      { n: 2, kind: 'adc', pin: 34, every_s: 60, a: 1.5, b: -0.2, dec: 3 },
      { n: 4, kind: 'modbus', ...line, every_s: 60, a: 1, b: 0, dec: 2 },
    ]);
    expect(board.configs.at(-1)?.relays).toHaveLength(1);
    await project((puntos, tx) => puntos.delete(tx, { id: placa_id * 100 + 1, empresa_id: 1, placa_id }));
    await until(() => board.configs.at(-1)?.points?.length === 2);
    await status(board, ['agenda', 'control']);
    await until(() => board.configs.at(-1)?.points === undefined);
  });

  it('have their values stored and shown, each judged for itself', async () => {
    const { numero, placa_id, board } = await connected();
    const meter = await punto(placa_id, 1);
    const level = await punto(placa_id, 2, { fuente: { tipo: 'placa', driver: 'adc', pin: 34 }, magnitud: 'nivel' });
    const mute = await punto(placa_id, 3, { fuente: { tipo: 'placa', driver: 'adc', pin: 35 }, magnitud: 'nivel' });
    const ts = Date.now() - 60_000;
    const values = { '1': 12.345, '2': 99_999, '3': null, '9': 1, x: 1 };
    await board.client.publishAsync(telemetry(numero), JSON.stringify({ ts, pins: { '4': 1 }, values }), { qos: 1 });
    expect(await valuesOf(placa_id)).toEqual([
      [meter.id, ts, 12_345],
      [level.id, ts, null],
      [mute.id, ts, null],
    ]);
    await until(async () => (await refused(placa_id)).length === 3);
    expect((await refused(placa_id)).map(({ motivo }) => motivo).sort()).toEqual([
      'forma_invalida',
      'punto_desconocido',
      'valor_fuera_de_rango',
    ]);
    const shown = async () => (await gateway.app.get(EstadoService).read([placa_id])).get(placa_id)?.estado;
    await until(async () => (await shown())?.puntos?.length === 3);
    expect((await shown())?.puntos).toEqual([
      { punto_id: meter.id, valor: 12.345, ts },
      { punto_id: level.id, valor: null, ts },
      { punto_id: mute.id, valor: null, ts },
    ]);
    // An older value that comes late is stored, and is not the newest.
    await board.client.publishAsync(telemetry(numero), JSON.stringify({ ts: ts - 5_000, values: { '1': 12 } }), {
      qos: 1,
    });
    expect(await valuesOf(placa_id)).toContainEqual([meter.id, ts - 5_000, 12_000]);
    expect((await shown())?.puntos?.[0]?.valor).toBe(12.345);
  });

  it('tell the administrators of their company each new value, and none that came late', async () => {
    const { numero, placa_id, board } = await connected();
    const { id: punto_id } = await punto(placa_id, 1);
    const messages = await gateway.watch();
    const ts = Date.now() - 60_000;
    const told = (at: number, valor: number) => ({
      event: 'punto:valor',
      payload: { punto_id, valor, ts: at },
      audience: {},
    });
    for (const [at, value] of [
      [ts, 1.5],
      [ts - 5_000, 1.2],
      [ts + 5_000, 1.5],
    ]) {
      const sample = JSON.stringify({ ts: at, values: { '1': value } });
      await board.client.publishAsync(telemetry(numero), sample, { qos: 1 });
    }
    const heard = () => messages.filter(({ event }) => event === 'punto:valor');
    await until(() => heard().some(({ payload }) => JSON.stringify(payload).includes(String(ts + 5_000))));
    expect(heard().at(-1)).toEqual(told(ts + 5_000, 1.5));
    expect(heard()).not.toContainEqual(told(ts - 5_000, 1.2));
  });

  it('follow the sensor of a switch, which boards tell without knowing of points', async () => {
    const numero = next++;
    const placa_id = await gateway.placa(numero);
    await gateway.switch(numero, placa_id, 4, 15);
    const board = await Board.connect(await gateway.connect(numero), numero);
    const sensor = (ch: 't' | 'h') => ({ tipo: 'sensor', pin: 15, ch }) as const;
    const warm = await punto(placa_id, 1, { fuente: sensor('t'), magnitud: 'temperatura', a: 1, b: -0.5 });
    const damp = await punto(placa_id, 2, { fuente: sensor('h'), magnitud: 'humedad', a: 1 });
    const ts = Date.now() - 60_000;
    const tell = (at: number, reading: object) => {
      const sample = JSON.stringify({ ts: at, pins: { '4': 1 }, sensors: { '15': reading } });
      return board.client.publishAsync(telemetry(numero), sample, { qos: 1 });
    };
    await tell(ts, { t: 23.45, h: 61 });
    await tell(ts + 1_000, { t: null });
    await tell(ts + 2_000, { h: 62 });
    expect(await valuesOf(placa_id)).toEqual([
      [warm.id, ts, 2_295],
      [damp.id, ts, 6_100],
      [warm.id, ts + 1_000, null],
      [damp.id, ts + 2_000, 6_200],
    ]);
    const { lecturas } = await gateway.rows();
    expect(lecturas.filter(([placa]) => placa === placa_id)).toEqual([
      [placa_id, 15, ts, 2_345, 6_100],
      [placa_id, 15, ts + 2_000, null, 6_200],
    ]);
  });

  it.each([
    ['shelly', 'status/input:100', { id: 100, counts: { total: 1_234 } }, 'input:100.counts.total'],
    ['tasmota', 'tele/SENSOR', { Time: '2026-01-01T00:00:00', COUNTER: { C1: 1_234 } }, 'SENSOR.COUNTER.C1'],
    ['tasmota', 'tele/SENSOR', { ENERGY: { Power: [5, 1_234, 7] } }, 'SENSOR.ENERGY.Power.1'],
  ] as const)('take a number of a %s from its message', async (dialecto, rest, message, ruta) => {
    const numero = next++;
    const placa_id = await gateway.placa(numero, { dialecto });
    const meter = await punto(placa_id, 1, { fuente: { tipo: 'mensaje', ruta }, a: 0.01 });
    await punto(placa_id, 2, { fuente: { tipo: 'mensaje', ruta: 'not.there' } });
    const client = await gateway.connect(numero);
    await client.publishAsync(`${dialecto}/${numero}/${rest}`, JSON.stringify(message), { qos: 1 });
    expect((await valuesOf(placa_id)).map(([id, , value]) => [id, value])).toEqual([[meter.id, 12_340]]);
    expect(await refused(placa_id)).toEqual([]);
  });

  it('take from a board of ours what it says of itself', async () => {
    const { numero, placa_id, board } = await connected();
    const path = (ruta: string) => ({ tipo: 'mensaje', ruta: `status.${ruta}` }) as const;
    const heap = await punto(placa_id, 1, { fuente: path('chip.heap'), magnitud: 'memoria', a: 0.001 });
    const hours = await punto(placa_id, 2, { fuente: path('wear.26.on_h'), magnitud: 'horas', a: 1 });
    await punto(placa_id, 3, { fuente: path('wear.27.ops'), magnitud: 'veces', a: 1 });
    const chip = { reset: 'power', clock: 'server', heap: 61_440, stack: 1_180, links: 4, waiting: 0 };
    const said = { online: true, chip, wear: [{ pin: 26, ops: 7, on_s: 5_400 }] };
    await board.client.publishAsync(`acequia/v1/${numero}/status`, JSON.stringify(said), { qos: 1, retain: true });
    expect((await valuesOf(placa_id)).map(([id, , value]) => [id, value])).toEqual([
      [heap.id, 614],
      [hours.id, 150],
    ]);
    expect(await refused(placa_id)).toEqual([]);
  });

  it('can be made of every field that a board with other firmware sends', async () => {
    const numero = next++;
    const placa_id = await gateway.placa(numero, { dialecto: 'tasmota' });
    const client = await gateway.connect(numero);
    const send = (message: object) =>
      client.publishAsync(`tasmota/${numero}/tele/SENSOR`, JSON.stringify(message), { qos: 1 });
    const fields = () => gateway.app.get(UnusedFields).of(placa_id);
    await send({ SHT3X: { Pressure: 1_018.4, Name: 'x' }, COUNTER: { C1: 5 } });
    await until(async () => (await fields()).length > 0);
    // A topic is looked at every 30 s.
    await send({ COUNTER: { C1: 6 } });
    expect(await fields()).toEqual([
      { ruta: 'SENSOR.COUNTER.C1', valor: 5, ts: expect.any(Number) },
      { ruta: 'SENSOR.SHT3X.Pressure', valor: 1_018.4, ts: expect.any(Number) },
    ]);
    expect(await valuesOf(placa_id)).toEqual([]);
  });

  it('keep of a board’s fields only so many', async () => {
    const fields = gateway.app.get(UnusedFields);
    for (let round = 0; round < 4; round++)
      fields.note(9_999, new Map(Array.from({ length: 200 }, (_, i) => [`a${round}.${i}`, i])), 1_000);
    await until(async () => (await fields.of(9_999)).some(({ ruta }) => ruta.startsWith('a3.')));
    expect((await fields.of(9_999)).length).toBeLessThanOrEqual(500);
  });

  it('leave what is stored of a board without them as it was', async () => {
    const { numero, board } = await connected();
    const sample = { ts: Date.now(), pins: { '4': 1 }, sensors: { '15': { t: 21.5, h: 60 } } };
    await board.client.publishAsync(telemetry(numero), JSON.stringify(sample), { qos: 1 });
    const [newest] = await parts.durable.client().xrevrange('{readings}', '+', '-', 'COUNT', 1);
    expect(Object.keys(JSON.parse(newest?.[1][1] ?? '') as object).sort()).toEqual(['at', 'e', 'l', 'v']);
  });

  it('go with their board and their company', async () => {
    const { placa_id } = await connected();
    await punto(placa_id, 1);
    await gateway.project((repository, tx) => repository.deletePlaca(tx, placa_id));
    expect(await gateway.sql('SELECT 1 FROM puntos WHERE placa_id = $1', [placa_id])).toEqual([]);
    await punto(placa_id, 2, { empresa_id: 77 });
    await gateway.project((repository, tx) => repository.eraseEmpresa(tx, 77));
    expect(await gateway.sql('SELECT 1 FROM puntos WHERE empresa_id = 77')).toEqual([]);
  });
});
