import { readingsStreams, shardOf } from '@acequia/contracts';
import { Gateway, Parts, telemetry, until } from '../gateway.fixture.js';
import { envSchema } from '../env.js';

const SHARDS = 4;
const STREAMS = readingsStreams(SHARDS);
const BOARDS = Array.from({ length: 12 }, (_, i) => i + 1);
const streamOf = (placa_id: number): string => STREAMS[shardOf(placa_id, SHARDS)]!;
const sample = (ts: number): string => JSON.stringify({ ts, sensors: { 15: { t: 20 } } });

describe('a gateway with several shards', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeEach(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts, {
      READINGS_SHARDS: String(SHARDS),
      READINGS_MAX_BYTES: '32000000',
      MQTT_HOLD_MAX_MS: '60000',
    });
  });
  afterEach(() => parts.stop());

  const redis = () => parts.durable.client();
  /** Boards and times of the rows that a stream holds, in its order. */
  const rowsOf = async (stream: string): Promise<[placa_id: number, ts: number][]> => {
    const entries = await redis().xrange(stream, '-', '+');
    return entries.flatMap(([, [, json]]) => {
      const { l } = JSON.parse(json!) as { l: number[] };
      return Array.from({ length: l.length / 5 }, (_, i): [number, number] => [l[5 * i]!, l[5 * i + 2]!]);
    });
  };

  it("appends to the stream of the board's shard, in the order of its messages, before it acknowledges", async () => {
    const first = Date.now();
    await Promise.all(
      BOARDS.map(async (numero) => {
        await gateway.placa(numero);
        const board = await gateway.connect(numero);
        await Promise.all([0, 1, 2].map((i) => board.publishAsync(telemetry(numero), sample(first + i), { qos: 1 })));
      }),
    );
    for (const numero of BOARDS) {
      const placa_id = numero + 1_000;
      const times = (await rowsOf(streamOf(placa_id))).filter(([id]) => id === placa_id).map(([, ts]) => ts);
      expect(times).toEqual([first, first + 1, first + 2]);
    }
    const all = (await Promise.all(STREAMS.map(rowsOf))).flat();
    expect(all).toHaveLength(3 * BOARDS.length);
  });

  it('keeps boards of a full shard waiting, and no others', async () => {
    const [full, free] = [1_001, BOARDS.map((n) => n + 1_000).find((id) => streamOf(id) !== streamOf(1_001))!];
    await redis().xadd(streamOf(full), '*', 'b', 'x'.repeat(9_000_000));
    await until(async () => (await gateway.metric('acequia_gateway_readings_bytes')) > 8_000_000);
    const acked: number[] = [];
    const speaks = async (placa_id: number): Promise<void> => {
      const numero = placa_id - 1_000;
      await gateway.placa(numero);
      const board = await gateway.connect(numero);
      await board.publishAsync(telemetry(numero), sample(Date.now()), { qos: 1 });
      acked.push(placa_id);
    };
    const waits = speaks(full);
    await until(async () => (await gateway.metric('acequia_gateway_held_messages')) === 1);
    await speaks(free);
    expect(acked).toEqual([free]);
    await redis().xtrim(streamOf(full), 'MAXLEN', 0);
    await waits;
  });

  it.each(['0', '257', '1.5', 'many'])('does not start with READINGS_SHARDS=%s', (READINGS_SHARDS) => {
    const issues = envSchema
      .safeParse({ READINGS_SHARDS })
      .error!.issues.filter(({ path }) => path[0] === 'READINGS_SHARDS');
    expect(issues.map(({ message }) => message)).toEqual(['must be a whole number from 1 to 256']);
  });
});
