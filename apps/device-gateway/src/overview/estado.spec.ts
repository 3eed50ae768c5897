import { type LiveMessage, type LivePayload, sistema, type LastStored } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import { setTimeout as pause } from 'node:timers/promises';
import { Gateway, Parts, telemetry, until } from '../gateway.fixture.js';
import { type StandIn, startStandIn } from '../stand-in.fixture.js';
import { EstadoHandlers } from './estado.handlers.js';

const yo = { caller: sistema('inventory'), trace_id: 't', deadline: 0 };

describe('last-known state and live messages', () => {
  let parts: Parts;
  let gateway: Gateway;
  let telemetryHistory: StandIn;
  /** What telemetry-history has stored. */
  const stored = new Map<number, LastStored>();
  let asked: number[][] = [];
  let messages: LiveMessage[];
  let board: MqttClient;

  beforeAll(async () => {
    parts = await Parts.start();
    [gateway, telemetryHistory] = await Promise.all([
      Gateway.start(parts),
      startStandIn(parts, 'telemetry-history', {
        'telemetria.ultimos': async ({ placas }) => {
          asked.push(placas);
          return placas.flatMap((id) => stored.get(id) ?? []);
        },
      }),
    ]);
    await gateway.placa(1);
    await gateway.switch(11, 1_001, 4, 15);
    await gateway.switch(12, 1_001, 5, null);
    messages = await gateway.watch();
    board = await gateway.connect(1);
  });
  beforeEach(() => {
    messages.length = 0;
    asked = [];
  });
  afterAll(async () => {
    await telemetryHistory?.stop();
    await gateway.stop();
    await parts.stop();
  });

  const say = (sample: unknown, numero = 1, client = board) =>
    client.publishAsync(telemetry(numero), JSON.stringify(sample), { qos: 1 });
  const read = async (placa_id = 1_001, caller: unknown = yo.caller) => {
    const context = { ...yo, caller } as typeof yo;
    const [estado] = await gateway.app.get(EstadoHandlers).leer({ placas: [placa_id] }, context);
    if (!estado) throw new Error('no answer');
    return estado;
  };
  const pin = async (numero: number, placa_id = 1_001) =>
    (await read(placa_id)).pines.find((one) => one.pin === numero);
  const ofSwitches = () => messages.filter(({ event }) => event === 'switch:estado');
  const switches = (id: number): LivePayload<'switch:estado'>[] =>
    ofSwitches()
      .map((message) => message.payload as LivePayload<'switch:estado'>)
      .filter((payload) => payload.switch_id === id);

  it('tells the switch on a pin at once what its board said, both halves with their ages, and only that switch', async () => {
    const ts = Date.now() - 5_000;
    await say({ ts, sensors: { 15: { t: 21.55, h: 60.2 } } });
    await until(() => switches(11).length === 1);
    await say({ ts: ts + 1_000, pins: { 4: 1 } });
    await until(() => switches(11).length === 2);
    expect(ofSwitches().map(({ audience }) => audience)).toEqual([{ switches: [11] }, { switches: [11] }]);
    expect(switches(11).at(-1)).toEqual({
      switch_id: 11,
      estado: 1,
      temperatura: 21.55,
      humedad: 60.2,
      ts: ts + 1_000,
      estado_ts: ts + 1_000,
      sensor_ts: ts,
      temperatura_ts: ts,
      humedad_ts: ts,
    });
  });

  it('answers what is known of a board with the time of each value, and online', async () => {
    const ts = Date.now() - 3_000;
    await say({ ts, pins: { 4: 0, 33: 1 }, sensors: { 15: { t: -0.5, h: null } } });
    await until(async () => (await pin(4))?.ts === ts);
    const estado = await read();
    expect(estado.online).toBe(1);
    expect(estado.ts).toBeGreaterThanOrEqual(ts);
    expect(estado.pines).toContainEqual({ pin: 33, estado: 1, ts });
    const both = { temperatura_ts: ts, humedad_ts: ts };
    expect(estado.sensores).toEqual([{ pin: 15, temperatura: -0.5, humedad: null, ts, ...both }]);
  });

  it("keeps each value of a sensor with its own time, and takes a board's null for what it is", async () => {
    const ts = Date.now() - 2_000;
    const sensor = async () => (await read()).sensores.find((one) => one.pin === 15);
    await say([
      { ts, sensors: { 15: { t: 20, h: 50 } } },
      { ts: ts + 100, sensors: { 15: { t: 20.5 } } },
    ]);
    await until(async () => (await sensor())?.ts === ts + 100);
    const halves = { temperatura_ts: ts + 100, humedad_ts: ts };
    expect(await sensor()).toEqual({ pin: 15, temperatura: 20.5, humedad: 50, ts: ts + 100, ...halves });
    await until(() => switches(11).some((message) => message.ts === ts + 100));
    expect(switches(11).at(-1)).toMatchObject({ sensor_ts: ts + 100, ...halves });
    await say({ ts: ts + 200, pins: { 4: 0 }, sensors: { 15: { t: -127, h: null } } });
    await until(async () => (await sensor())?.ts === ts + 200);
    const none = { temperatura: null, humedad: null, temperatura_ts: ts + 200, humedad_ts: ts + 200 };
    expect(await sensor()).toMatchObject(none);
    expect(await pin(4)).toEqual({ pin: 4, estado: 0, ts: ts + 200 });
  });

  it('a late sample, a buffered day and a repeated message never overwrite what is newer', async () => {
    const ts = Date.now();
    await say({ ts, pins: { 5: 1 } });
    // The live message follows the stored state, so it must have been sent before the count begins.
    await until(async () => switches(12).some((message) => message.ts === ts));
    messages.length = 0;
    await say({ ts: ts - 1_000, pins: { 5: 0 } });
    await say(Array.from({ length: 50 }, (_, i) => ({ ts: ts - 86_400_000 + i, pins: { 5: i % 2 } })));
    await say({ ts, pins: { 5: 1 } });
    // A later message proves that the earlier ones have been written.
    await say({ ts: ts + 1, pins: { 12: 1 } });
    await until(async () => (await pin(12))?.ts === ts + 1);
    expect(await pin(5)).toEqual({ pin: 5, estado: 1, ts });
    expect(switches(12)).toEqual([]);
  });

  it('of two reports of one millisecond OFF stays, in either order', async () => {
    const ts = Date.now() + 10;
    await say({ ts, pins: { 13: 0, 14: 1 } });
    await until(async () => (await pin(14))?.ts === ts);
    await say({ ts, pins: { 13: 1, 14: 0 } });
    await until(async () => (await pin(14))?.estado === 0);
    expect((await pin(13))?.estado).toBe(0);
  });

  it('a sample of a clock that runs ahead is no state, and flags the board until its clock is right', async () => {
    const now = Date.now();
    const flag = async () =>
      (await gateway.app.get(EstadoHandlers).connection({ placas: [1_001] }, yo))[0]?.reloj_adelantado;
    await say({ ts: now + 6 * 60_000, pins: { 18: 1 } });
    await until(async () => (await flag()) === 1);
    expect(await pin(18)).toBeUndefined();
    await say({ ts: now + 4 * 60_000, pins: { 18: 0 } });
    await until(async () => (await flag()) === 0);
    await until(async () => (await pin(18))?.estado === 0);
  });

  it('a clock that is before all that is kept flags the board, until a sample is taken from it', async () => {
    const connection = async () => (await gateway.app.get(EstadoHandlers).connection({ placas: [1_001] }, yo))[0];
    await say({ ts: 1_000, pins: { 19: 1 } });
    await until(async () => (await connection())?.reloj_fuera === 1);
    expect(await pin(19)).toBeUndefined();
    // What a board had stored for too long is no fault of its clock.
    await say([
      { ts: 1_000, pins: { 19: 1 } },
      { ts: Date.now(), pins: { 19: 0 } },
    ]);
    await until(async () => (await connection())?.reloj_fuera === 0);
    await say({ ts: 1_000, pins: { 19: 1 } });
    await until(async () => (await connection())?.reloj_fuera === 1);
    await say({ pins: { 19: 0 } });
    await until(async () => (await connection())?.reloj_fuera === 0);
  });

  it('a corrected clock counts at once: a state from the future does not stay until that time', async () => {
    const ahead = Date.now() + 4 * 60_000;
    await say({ ts: ahead, pins: { 5: 1, 22: 1 }, sensors: { 15: { t: 30, h: 40 } } });
    await until(async () => (await pin(22))?.estado === 1);
    // The board's clock runs four minutes ahead; the shown time must not lie in the future.
    expect((await pin(22))!.ts).toBeLessThanOrEqual(Date.now());
    await until(() => switches(12).at(-1)?.estado === 1);
    expect(switches(12).at(-1)!.estado_ts).toBeLessThanOrEqual(Date.now());
    // A buffered sample of an earlier time does not change the current state.
    await say({ ts: Date.now() - 10 * 60_000, pins: { 22: 0 } });
    await say({ ts: Date.now(), pins: { 5: 0 }, sensors: { 15: { t: 20, h: 40 } } });
    await until(() => switches(12).at(-1)?.estado === 0);
    expect(switches(11).at(-1)?.temperatura).toBe(20);
    expect((await pin(22))?.estado).toBe(1);
    await say({ pins: { 22: 0 } });
    await until(async () => (await pin(22))?.estado === 0);
  });

  it('a board that talks all the time costs its watchers five messages a second, the last word among them', async () => {
    await gateway.placa(2);
    await gateway.switch(21, 1_002, 4, null);
    const busy = await gateway.connect(2);
    const began = Date.now();
    let last = 0;
    for (let i = 0; last - began < 1_500; i++) {
      last = Date.now();
      await say({ ts: last, pins: { 4: i % 2 } }, 2, busy);
      // No two of one time, and none ahead of it: such a one is told with another.
      await pause(2);
    }
    await until(() => switches(21).at(-1)?.estado_ts === last);
    const seconds = (Date.now() - began) / 1_000;
    expect(switches(21).length).toBeLessThanOrEqual(Math.ceil(seconds * 5) + 1);
    expect(switches(21).length).toBeGreaterThan(2);
  });

  it('rebuilds a lost state from what is stored, and keeps what is newer than that', async () => {
    const ts = Date.now();
    stored.set(1_001, {
      placa_id: 1_001,
      pines: [
        { pin: 4, estado: 1, ts: ts - 60_000 },
        { pin: 5, estado: 0, ts: ts - 60_000 },
      ],
      sensores: [{ pin: 15, temperatura: 19.25, humedad: 70, ts: ts - 60_000 }],
    });
    await parts.volatile.client().flushall();
    await say({ ts, pins: { 4: 0 } });
    await until(async () => (await pin(5)) !== undefined && (await pin(4))?.ts === ts);
    const estado = await read();
    expect(estado.pines).toEqual([
      { pin: 4, estado: 0, ts },
      { pin: 5, estado: 0, ts: ts - 60_000 },
    ]);
    const then = { ts: ts - 60_000, temperatura_ts: ts - 60_000, humedad_ts: ts - 60_000 };
    expect(estado.sensores).toEqual([{ pin: 15, temperatura: 19.25, humedad: 70, ...then }]);
  });

  it('asks for what is stored only once, and only for boards it knows', async () => {
    await gateway.placa(3);
    expect(await read(1_003)).toEqual({ placa_id: 1_003, online: 0, ts: null, pines: [], sensores: [] });
    await read(1_003);
    await read(987_654);
    expect(asked).toEqual([[1_003]]);
  });

  it('shows a person only boards of their company: another’s looks like one that never reported', async () => {
    const persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_empresa', sid: 's' };
    expect((await read(1_001, { ...persona, empresa_id: 1 })).pines.length).toBeGreaterThan(0);
    expect(await read(1_001, { ...persona, empresa_id: 2 })).toEqual({
      placa_id: 1_001,
      online: 0,
      ts: null,
      pines: [],
      sensores: [],
    });
  });

  it('sends a board its pin map when it asks, and again when a switch changes', async () => {
    const placa_id = await gateway.placa(4);
    await gateway.switch(41, placa_id, 25, 26, 'difusor');
    const client = await gateway.connect(4);
    const configs: { payload: Record<string, unknown>; retain: boolean }[] = [];
    client.on('message', (_topic, payload, { retain }) =>
      configs.push({ payload: JSON.parse(payload.toString('utf8')) as Record<string, unknown>, retain }),
    );
    await client.subscribeAsync('acequia/v1/4/config', { qos: 1 });
    await until(() => configs.length === 1);
    await gateway.switch(42, placa_id, 27, 26, 'turbina');
    await until(() => configs.length === 2);
    expect(configs.map(({ retain }) => retain)).toEqual([true, false]);
    expect(configs[1]?.payload).toMatchObject({
      relays: [
        { pin: 25, max_s: 21_600 },
        { pin: 27, max_s: 28_800 },
      ],
      sensors: [{ pin: 26, type: 'dht22', every_s: 30 }],
    });
    expect(configs[1]?.payload['rev']).toBeGreaterThan(configs[0]?.payload['rev'] as number);
    const again = await gateway.connect(4);
    const repeated = new Promise<string>((resolve) =>
      again.once('message', (_t, payload) => resolve(payload.toString())),
    );
    await again.subscribeAsync('acequia/v1/4/config', { qos: 1 });
    expect(JSON.parse(await repeated)).toEqual(configs[1]?.payload);
  });
});
