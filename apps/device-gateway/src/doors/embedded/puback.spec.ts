import type { MqttClient } from 'mqtt';
import { closed, Gateway, Parts, telemetry, until } from '../../gateway.fixture.js';

const HELD = 'acequia_gateway_held_messages';

describe('an acknowledgement means stored', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeEach(async () => {
    parts = await Parts.start();
  });
  afterEach(() => parts.stop());

  const open = async (overrides: Record<string, string> = {}): Promise<MqttClient> => {
    gateway = await Gateway.start(parts, overrides);
    await gateway.placa(1);
    return gateway.connect(1);
  };
  const stored = async (placa_id: number) =>
    new Set((await gateway.rows()).lecturas.filter(([id]) => id === placa_id).map(([, , ts]) => ts));
  const sample = (ts: number): string => JSON.stringify({ ts, sensors: { 15: { t: 20 } } });

  it('is withheld while Redis is stopped, and given when Redis resumes', async () => {
    const board = await open();
    let acked = 0;
    process.kill(parts.durable.pid, 'SIGSTOP');
    const ts = Date.now();
    const sent = [0, 1, 2].map((i) => board.publishAsync(telemetry(1), sample(ts + i), { qos: 1 }).then(() => acked++));
    await until(async () => (await gateway.metric(HELD)) === 3);
    expect(acked).toBe(0);
    process.kill(parts.durable.pid, 'SIGCONT');
    await Promise.all(sent);
    expect(await stored(1_001)).toEqual(new Set([ts, ts + 1, ts + 2]));
    expect(await gateway.exposition()).toMatch(/acequia_gateway_puback_seconds_count\{[^}]*\} [1-3]$/m);
  });

  it('keeps the order of the messages, garbage among them', async () => {
    const board = await open();
    const order: number[] = [];
    process.kill(parts.durable.pid, 'SIGSTOP');
    const payloads = [sample(Date.now()), '{', sample(Date.now() + 1), 'nada'];
    const sent = payloads.map((payload, i) =>
      board.publishAsync(telemetry(1), payload, { qos: 1 }).then(() => order.push(i)),
    );
    await until(async () => (await gateway.metric(HELD)) === 4);
    process.kill(parts.durable.pid, 'SIGCONT');
    await Promise.all(sent);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('is never given after the longest wait: the connection ends, its rows are not stored, and the board is not called offline', async () => {
    const board = await open({ MQTT_HOLD_MAX_MS: '600' });
    await until(() => gateway.online(1_001));
    const end = closed(board);
    let acked = false;
    process.kill(parts.durable.pid, 'SIGSTOP');
    const ts = Date.now();
    board.publish(telemetry(1), sample(ts), { qos: 1 }, (error) => (acked = !error));
    await until(async () => (await gateway.metric(HELD)) === 1);
    board.publish(telemetry(1), sample(ts + 1), { qos: 1 }, (error) => (acked ||= !error));
    await end;
    expect(acked).toBe(false);
    expect(await gateway.online(1_001)).toBe(true);
    process.kill(parts.durable.pid, 'SIGCONT');
    await until(async () => (await gateway.metric(HELD)) === 0);
    const again = await gateway.connect(1);
    await again.publishAsync(telemetry(1), sample(ts + 2), { qos: 1 });
    // Rows already on their way to Redis may be stored; rows that still waited are not.
    const kept = await stored(1_001);
    expect(kept.has(ts + 2)).toBe(true);
    expect(kept.has(ts + 1)).toBe(false);
  });

  it('loses nothing when Redis is killed again and again under load', async () => {
    gateway = await Gateway.start(parts, { MQTT_HOLD_MAX_MS: '1000' });
    const boards = [1, 2, 3, 4, 5];
    for (const numero of boards) await gateway.placa(numero);
    const acked = new Map<number, Set<number>>();
    let running = true;
    const first = Date.now() - 3_600_000;
    const work = boards.map(async (numero) => {
      const done = new Set<number>();
      acked.set(1_000 + numero, done);
      const board = await gateway.connect(numero, { reconnectPeriod: 50 });
      await Promise.all(
        [0, 1, 2, 3].map(async (lane) => {
          for (let ts = first + lane; running; ts += 4) {
            await board.publishAsync(telemetry(numero), sample(ts), { qos: 1 }).then(
              () => done.add(ts),
              () => new Promise((resolve) => setTimeout(resolve, 20)),
            );
          }
        }),
      );
    });
    const total = () => [...acked.values()].reduce((sum, set) => sum + set.size, 0);
    for (let round = 1; round <= 3; round++) {
      const before = total();
      await until(() => total() > before + 200);
      await parts.durable.kill('SIGKILL');
      await parts.durable.restart();
    }
    const before = total();
    await until(() => total() > before + 200);
    running = false;
    await Promise.all(work);
    for (const [placa_id, times] of acked) {
      const rows = await stored(placa_id);
      expect([...times].filter((ts) => !rows.has(ts))).toEqual([]);
    }
  });

  it('is withheld while Redis is full, and given when there is room again', async () => {
    const board = await open();
    const redis = parts.durable.client();
    await redis.config('SET', 'maxmemory', '1');
    let acked = false;
    const sent = board.publishAsync(telemetry(1), sample(Date.now()), { qos: 1 }).then(() => (acked = true));
    await until(async () => (await gateway.metric('acequia_gateway_append_failures_total')) >= 2);
    expect(acked).toBe(false);
    await redis.config('SET', 'maxmemory', '0');
    await sent;
    expect((await stored(1_001)).size).toBe(1);
  });

  it('is withheld while the readings stream is over its budget', async () => {
    const board = await open({ READINGS_MAX_BYTES: '1000000', MQTT_HOLD_MAX_MS: '20000' });
    const buffered = (from: number): string =>
      JSON.stringify(
        Array.from({ length: 500 }, (_, i) => ({ ts: from + i, sensors: { 4: { t: 1, h: 2 }, 5: { t: 3, h: 4 } } })),
      );
    let acked = 0;
    const first = Date.now() - 86_400_000;
    for (let i = 0; i < 60; i++) {
      board.publish(telemetry(1), buffered(first + i * 500), { qos: 1 }, (error) => (acked += error ? 0 : 1));
    }
    await until(
      async () =>
        acked > 0 &&
        (await gateway.metric(HELD)) > 0 &&
        (await gateway.metric('acequia_gateway_readings_bytes')) > 1_000_000,
    );
    const frozen = acked;
    const redis = parts.durable.client();
    expect(await redis.xlen('{readings}')).toBeGreaterThan(0);
    expect(frozen).toBeLessThan(60);
    await redis.xtrim('{readings}', 'MAXLEN', 0);
    await until(() => acked > frozen);
  });

  it('comes for everything received before a stop, and a stop calls nobody offline', async () => {
    const board = await open();
    await until(() => gateway.online(1_001));
    process.kill(parts.durable.pid, 'SIGSTOP');
    const ts = Date.now();
    const sent = Promise.all([0, 1].map((i) => board.publishAsync(telemetry(1), sample(ts + i), { qos: 1 })));
    await until(async () => (await gateway.metric(HELD)) === 2);
    const stopping = gateway.stop(false);
    process.kill(parts.durable.pid, 'SIGCONT');
    await sent;
    await stopping;
    const leases = await parts.volatile.client().zscore('{conexiones}:vence', '1001');
    expect(Number(leases)).toBeGreaterThan(Date.now());
  });
});
