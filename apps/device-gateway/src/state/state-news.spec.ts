import type { LiveMessage, LivePayload, LastStored } from '@acequia/contracts';
import { LOGGER } from '@acequia/service-kit';
import type { Sample } from '@acequia/board-protocol';
import fc from 'fast-check';
import { Gateway, Parts, until } from '../gateway.fixture.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { type StandIn, startStandIn } from '../stand-in.fixture.js';
import { StateBuffer } from './state-buffer.js';
import { StateMerger } from './state-merger.js';
import { StateRebuilder } from './state-rebuilder.js';
import { StateStore } from './state.store.js';

const PIN = 4;
const SENSOR = 15;

type Step =
  | { kind: 'sample'; on: boolean; t: number; late_ms: number }
  | { kind: 'rebuild' }
  | { kind: 'forget' }
  | { kind: 'restart'; killed: boolean }
  | { kind: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sample' as const),
      on: fc.boolean(),
      t: fc.integer({ min: 1_000, max: 3_000 }),
      late_ms: fc.constantFrom(0, 0, 0, 35),
    }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'rebuild' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'forget' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), killed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 20, 120) }) },
);

const sampleOf = (ts: number, on: boolean, t: number): Sample => ({
  index: 0,
  seq: null,
  ts,
  with_clock: true,
  on_lo: on ? 1 << PIN : 0,
  on_hi: 0,
  off_lo: on ? 0 : 1 << PIN,
  off_hi: 0,
  sensores: [{ pin: SENSOR, t, h: 5_000 }],
  valores: [],
});

describe('news of boards', () => {
  let parts: Parts;
  let gateway: Gateway;
  let history: StandIn;
  const stored = new Map<number, LastStored>();
  let messages: LiveMessage[];
  let numero = 0;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    history = await startStandIn(parts, 'telemetry-history', {
      'telemetria.ultimos': async ({ placas }) => placas.flatMap((id) => stored.get(id) ?? []),
    });
    messages = await gateway.watch();
  });
  afterAll(async () => {
    await history?.stop();
    await gateway?.stop();
    await parts?.stop();
  });

  /** A board with one switch, and what an instance of the gateway does with its samples. */
  const board = async () => {
    const placa_id = await gateway.placa(++numero);
    await gateway.switch(numero, placa_id, PIN, SENSOR);
    const placa = gateway.app.get(PlacaDirectory).byId(placa_id);
    if (!placa) throw new Error('the board is not known');
    const store = gateway.app.get(StateStore);
    const rebuilder = gateway.app.get(StateRebuilder);
    const instance = () => new StateBuffer(gateway.app.get(StateMerger), rebuilder, gateway.app.get(LOGGER));
    let buffer = instance();
    return {
      id: numero,
      say: (ts: number, on: boolean, t: number): void => {
        const kept = stored.get(placa_id)?.pines[0]?.ts ?? 0;
        if (ts > kept)
          stored.set(placa_id, {
            placa_id,
            pines: [{ pin: PIN, estado: on ? 1 : 0, ts }],
            sensores: [{ pin: SENSOR, temperatura: t / 100, humedad: 50, ts }],
          });
        buffer.add(placa, [sampleOf(ts, on, t)], Date.now());
      },
      rebuild: async (): Promise<void> => {
        const mark = (await store.read([placa_id]))[0]?.mark ?? '';
        await rebuilder.rebuild([{ placa_id, mark }]);
      },
      forget: () => store.delete(placa_id),
      // A killed instance writes nothing at its end; the installation's other instance continues.
      restart: async (killed: boolean): Promise<void> => {
        if (!killed) await buffer.beforeApplicationShutdown();
        buffer = instance();
      },
      known: async () => {
        const state = (await store.read([placa_id]))[0];
        const [relay, sensor] = [state?.pin(PIN), state?.sensor(SENSOR)];
        return relay && sensor && { estado: relay.estado, ts: relay.ts, temperatura: sensor.temperatura };
      },
      sayTogether: (...samples: [ts: number, on: boolean][]): void =>
        buffer.add(
          placa,
          samples.map(([ts, on]) => sampleOf(ts, on, 2_000)),
          Date.now(),
        ),
      changes: async () => {
        const state = (await store.read([placa_id]))[0];
        return { since: state?.encendidoSince(PIN) ?? null, lastOn: state?.lastOn(PIN) ?? null };
      },
    };
  };
  const lastTold = (id: number) => {
    const payload = messages
      .filter(({ event }) => event === 'switch:estado')
      .map((message) => message.payload as LivePayload<'switch:estado'>)
      .filter(({ switch_id }) => switch_id === id)
      .at(-1);
    return payload && { estado: payload.estado, ts: payload.estado_ts, temperatura: payload.temperatura };
  };

  it('reach the browsers whichever way samples, rebuilds and restarts interleave: the last message is the stored state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const { id, say, rebuild, forget, restart, known } = await board();
        let ts = Date.now() - 60_000;
        let newest = ts;
        say(ts, false, 2_000);
        for (const one of steps) {
          if (one.kind === 'sample') {
            ts += 10;
            newest = Math.max(newest, ts - one.late_ms);
            say(ts - one.late_ms, one.on, one.t);
          } else if (one.kind === 'rebuild') await rebuild();
          else if (one.kind === 'forget') await forget();
          else if (one.kind === 'restart') await restart(one.killed);
          else await new Promise((resolve) => setTimeout(resolve, one.ms));
        }
        // A request of the panel rebuilds a lost state.
        await rebuild();
        await until(async () => {
          const [told, state] = [lastTold(id), await known()];
          return !!state && state.ts === newest && JSON.stringify(told) === JSON.stringify(state);
        });
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 120_000);

  it('keep when a switch went off, and on, in the hours that a board sends at once after an outage', async () => {
    const { id, say, sayTogether, changes } = await board();
    const start = Date.now() - 4 * 3_600_000;
    const [on, off, again, end] = [start, start + 600_000, start + 7_200_000, start + 14_000_000];
    say(on, true, 2_000);
    await until(() => lastTold(id)?.ts === on);
    sayTogether([on + 60_000, true], [off, false], [off + 3_600_000, false], [again - 60_000, false]);
    await until(() => lastTold(id)?.ts === again - 60_000);
    expect(await changes()).toEqual({ since: null, lastOn: { desde: on, hasta: off } });

    sayTogether([again - 30_000, false], [again, true], [again + 3_600_000, true], [end, true]);
    await until(() => lastTold(id)?.ts === end);
    expect(await changes()).toEqual({ since: again, lastOn: null });
  });

  it('keep the newest time on where a board sends several of them at once, also one that lies wholly among them', async () => {
    const { id, say, sayTogether, changes } = await board();
    const start = Date.now() - 4 * 3_600_000;
    const at = (minutes: number): number => start + minutes * 60_000;
    say(at(0), true, 2_000);
    await until(() => lastTold(id)?.ts === at(0));
    sayTogether([at(10), false], [at(60), true], [at(70), false], [at(80), false]);
    await until(() => lastTold(id)?.ts === at(80));
    expect(await changes()).toEqual({ since: null, lastOn: { desde: at(60), hasta: at(70) } });

    sayTogether([at(100), true], [at(101), true], [at(105), false]);
    await until(() => lastTold(id)?.ts === at(105));
    expect(await changes()).toEqual({ since: null, lastOn: { desde: at(100), hasta: at(105) } });

    say(at(110), true, 2_000);
    await until(() => lastTold(id)?.ts === at(110));
    sayTogether([at(115), true], [at(120), false], [at(130), true], [at(140), true]);
    await until(() => lastTold(id)?.ts === at(140));
    expect(await changes()).toEqual({ since: at(130), lastOn: null });
  });

  it('are sent when the rebuild of a lost state brings them before the waiting write', async () => {
    const { id, say, rebuild } = await board();
    const ts = Date.now() - 1_000;
    say(ts, false, 2_000);
    await until(() => lastTold(id)?.ts === ts);
    say(ts + 1, true, 2_100);
    await rebuild();
    await until(() => lastTold(id)?.ts === ts + 1);
    expect(lastTold(id)).toMatchObject({ estado: 1, temperatura: 21 });
  });

  it('are sent when the answer to a write was lost on its way', async () => {
    const { id, say } = await board();
    const store = gateway.app.get(StateStore);
    const merge = store.merge.bind(store);
    let lost = 0;
    store.merge = async (items) => {
      await merge(items);
      lost++;
      throw new Error('the connection ended');
    };
    const ts = Date.now() - 1_000;
    say(ts, true, 2_000);
    await until(() => lost > 0);
    store.merge = merge;
    await until(() => lastTold(id)?.ts === ts);
    expect(lastTold(id)?.estado).toBe(1);
  });
});
