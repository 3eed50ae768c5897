import { type MagnitudClave, magnitudOf, type PlacaCredencial, type SeriePunto } from '@acequia/contracts';
import { BAD_AIR, chirpstackUp, farmOfNodes, flightOf, ttsUplink } from '@acequia/simulators';
import {
  type ApiClient,
  connectBoard,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  startAcequia,
} from '@acequia/testing';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { kindsOf, sourceOf, type Told, written } from './month/kinds.js';
import { apart, slowly } from './month/slowly.js';
import { randomFrom } from './random.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAYS = 30;
/** Mexico City's midnight, in UTC. */
const MIDNIGHT = 6 * HOUR;
const BOARDS = 40;
/** Of the first boards, and of all others. */
const QUICK = { boards: 4, every_ms: DAY / 144 };
const NODES = 20;
const NODE_EVERY = 4 * HOUR;
/** Longest message of a board, and the most samples that a board loses at once. */
const SAMPLES = 400;
const DROPPED = 40;
const NULLS = 0.02;
const TWICE = 0.05;
const AT_ONCE = 8;
const WHOLE_MS = 900_000;

const seed = Number(process.env['FAULTS_SEED'] ?? 29);
const random = randomFrom(seed);
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

interface Measured {
  id: number;
  n: number | null;
  magnitud: MagnitudClave;
  told: Told[];
}

/**
 * A month of forty boards, six of other firmware and twenty LoRaWAN nodes: drop-outs, resets, wraps, buffers in no order, messages
 * twice, and the history's service killed. Every sum, mean, least and greatest of every day is what a slow recomputation makes.
 */
describe(`a field for ${DAYS} days (FAULTS_SEED=${seed})`, () => {
  let acequia: RunningAcequia;
  let farm: Farm;
  let api: ApiClient;
  const first = Math.floor((Date.now() - (DAYS + 1) * DAY - MIDNIGHT) / DAY) * DAY + MIDNIGHT;
  const days = Array.from({ length: DAYS + 1 }, (_, i) => first + i * DAY);
  const dayOf = (ts: number): string => new Date(ts - MIDNIGHT).toISOString().slice(0, 10);

  beforeAll(async () => {
    acequia = await startAcequia({ env: { RATE_LIMIT_SESSION: '1000000' } });
    farm = await Farm.create(acequia, await acequia.loginAdmin());
    api = farm.admin.api;
  });
  afterAll(() => acequia?.stop());

  const inTurn = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
    const left = [...all];
    const lane = async (): Promise<void> => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  const expectMonth = async ({ id, magnitud, told }: Measured): Promise<void> => {
    const query = { desde: dayOf(first), hasta: dayOf(first + (DAYS - 1) * DAY), puntos: String(DAYS + 1) };
    const { puntos, paso_s } = await api.call('puntos.serie', { params: { id: String(id) }, query });
    const wanted = slowly(magnitud, told, days);
    expect(paso_s).toBe(DAY / 1_000);
    if (magnitudOf(magnitud).clase !== 'direccion') return expect({ id, puntos }).toEqual({ id, puntos: wanted });
    expect(puntos.map(({ ts }) => ts)).toEqual(wanted.map(({ ts }) => ts));
    puntos.forEach(({ media }, i) => {
      const mean = wanted[i]!.media;
      if (media === null || mean === null) expect(media).toBe(mean);
      else expect(apart(media, mean)).toBeLessThan(0.11);
    });
  };
  /** The last answer is compared, once everything has been written. */
  const expectMonths = (measured: readonly Measured[]): Promise<void> =>
    inTurn(measured, (one) => eventually(() => expectMonth(one), 120_000));

  const pointsOf = async ({ placa_id }: PlacaCredencial, board: number): Promise<Measured[]> => {
    const points: Measured[] = [];
    for (const [place, { magnitud }] of kindsOf(board).entries()) {
      const body = {
        empresa_id: farm.empresa.id,
        placa_id,
        fuente: sourceOf(place),
        magnitud,
        nombre: `${magnitud} ${board}`,
      };
      const { id, n } = await api.call('puntos.crear', { body });
      points.push({ id, n, magnitud, told: [] });
    }
    return points;
  };
  /** What a board measured in the month, without what it lost. */
  const measure = (points: readonly Measured[], board: number): object[] => {
    const every = board < QUICK.boards ? QUICK.every_ms : HOUR;
    const kinds = kindsOf(board);
    const now = kinds.map((kind) => kind.first);
    const samples: object[] = [];
    let lost = 0;
    for (let ts = first + Math.floor(random() * every); ts < first + DAYS * DAY; ts += every) {
      kinds.forEach((kind, i) => (now[i] = kind.next(now[i]!, random)));
      if (lost > 0) lost -= 1;
      else if (random() < 1 / 200) lost = Math.floor(random() * DROPPED);
      if (lost > 0) continue;
      const values: Record<string, number | null> = {};
      points.forEach(({ n, magnitud, told }, i) => {
        const kept = random() < NULLS ? null : now[i]!;
        told.push({ ts, kept });
        values[n!] = written(magnitud, kept);
      });
      samples.push({ ts, pins: { 4: 0 }, values });
    }
    return samples;
  };
  const send = async (
    board: PlacaCredencial,
    points: readonly Measured[],
    samples: readonly object[],
  ): Promise<void> => {
    const link = await eventually(() => connectBoard(acequia.mqtt, board));
    // The gateway knows the points once they have a last value: that there is none.
    await eventually(async () => {
      const nothing = Object.fromEntries(points.map(({ n }) => [n, null]));
      await publishTelemetry(link, board.id, { ts: Date.now(), pins: { 4: 0 }, values: nothing });
      const known = await api.call('puntos.listar', { query: { placa_id: String(board.placa_id) } });
      expect(known.filter(({ ts }) => ts === null)).toEqual([]);
    });
    const parts = Array.from({ length: Math.ceil(samples.length / SAMPLES) }, (_, i) =>
      shuffled(samples.slice(i * SAMPLES, (i + 1) * SAMPLES)),
    );
    for (const part of shuffled(parts)) {
      await publishTelemetry(link, board.id, part);
      if (random() < TWICE) await publishTelemetry(link, board.id, part);
    }
    await link.endAsync();
  };

  it(
    'of boards is what a slow recomputation makes of it',
    async () => {
      const root = await acequia.loginAdmin();
      const boards = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, cantidad: BOARDS } });
      const all = new Map<number, { points: Measured[]; samples: object[] }>();
      await inTurn([...boards.entries()], async ([i, board]) => {
        all.set(i, { points: await pointsOf(board, i), samples: [] });
      });
      for (const [i, one] of [...all].sort(([a], [b]) => a - b)) one.samples = measure(one.points, i);
      await inTurn([...boards.entries()], async ([i, board]) => {
        const { points, samples } = all.get(i)!;
        if (i === BOARDS / 2) process.kill(acequia.services['telemetry-history']![0]!, 'SIGKILL');
        await send(board, points, samples);
      });
      await expectMonths([...all.values()].flatMap(({ points }) => points));
      const verify = fileURLToPath(new URL('../../../apps/telemetry-history/dist/verify.js', import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [verify], {
        env: { PATH: process.env['PATH'], DATABASE_URL: acequia.databaseUrl },
      });
      expect(JSON.parse(stdout)).toMatchObject({ differences: 0 });
    },
    WHOLE_MS,
  );

  it(
    'of LoRaWAN nodes is that too, though uplinks are lost, late or there twice',
    async () => {
      const FIELDS = {
        soil: ['water_SOIL', 'humedad_suelo', ({ water_SOIL }: Reading) => water_SOIL],
        tank: ['level.percent', 'nivel_porcentaje', ({ level }: Reading) => level!.percent],
        weather: ['radiation', 'radiacion', ({ radiation }: Reading) => radiation],
      } as const;
      const measured: Measured[] = [];
      const uplinks = await Promise.all(
        farmOfNodes(NODES, seed).map(async (node, i) => {
          const [ruta, magnitud, read] = FIELDS[node.kind];
          const fuente = { tipo: 'lorawan', dev_eui: node.dev_eui, ruta } as const;
          const body = { empresa_id: farm.empresa.id, placa_id: null, fuente, magnitud, nombre: node.name };
          const from = first + Math.floor(random() * NODE_EVERY);
          const { id, n } = await api.call('puntos.crear', { body });
          const flight = flightOf(node, { from, to: first + DAYS * DAY, every_ms: NODE_EVERY }, BAD_AIR);
          const { escala } = magnitudOf(magnitud);
          const told = flight.received.map(({ ts, reading }) => ({
            ts,
            kept: Math.round(Number(read(reading as Reading)) * escala),
          }));
          measured.push({ id, n, magnitud, told });
          return flight.arriving.map((frame) => ({ frame, chirpstack: i % 2 === 0 }));
        }),
      );
      const post = ({ frame, chirpstack }: (typeof uplinks)[number][number]) =>
        chirpstack
          ? api.call('lorawan.chirpstack', { query: { event: 'up' }, body: chirpstackUp(frame) as never })
          : api.call('lorawan.tts', { query: {}, body: ttsUplink(frame) as never });
      await inTurn(uplinks, async (all) => {
        // The gateway knows the point once it takes a value of it; those are later than the month.
        const { frame, chirpstack } = all[0]!;
        let f_cnt = frame.f_cnt + 100_000;
        await eventually(async () => {
          const { aceptadas } = await post({ frame: { ...frame, ts: Date.now(), f_cnt: f_cnt++ }, chirpstack });
          expect(aceptadas).toBe(1);
        });
        for (const one of all) await post(one);
      });
      await expectMonths(measured);
    },
    WHOLE_MS,
  );

  it('of boards with other firmware is what they said, in order', async () => {
    const SOURCES = [
      { dialecto: 'tasmota', magnitud: 'presion', ruta: 'SENSOR.BME280.Pressure', topic: 'tele/SENSOR' },
      { dialecto: 'shelly', magnitud: 'bateria', ruta: 'voltmeter:100.voltage', topic: 'status/voltmeter:100' },
      { dialecto: 'esphome', magnitud: 'co2', ruta: 'co2', topic: 'sensor/co2/state' },
    ] as const;
    const bodyOf = (dialecto: string, value: number): string => {
      if (dialecto === 'tasmota') return JSON.stringify({ Time: '2026-05-02T06:30:00', BME280: { Pressure: value } });
      return dialecto === 'shelly' ? JSON.stringify({ id: 100, voltage: value }) : String(value);
    };
    const root = await acequia.loginAdmin();
    const pairs = SOURCES.flatMap((source) => [source, source]);
    await Promise.all(
      pairs.map(async ({ dialecto, magnitud, ruta, topic }, i) => {
        const [board] = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id, dialecto } });
        const { id: numero, placa_id } = board!;
        const fuente = { tipo: 'mensaje', ruta } as const;
        const body = { empresa_id: farm.empresa.id, placa_id, fuente, magnitud, nombre: `${dialecto} ${i}` };
        const { id } = await api.call('puntos.crear', { body });
        const link = await eventually(() => connectBoard(acequia.mqtt, board!));
        const say = (value: number) =>
          link.publishAsync(`${dialecto}/${numero}/${topic}`, bodyOf(dialecto, value), { qos: 1 });
        const values = async (): Promise<SeriePunto['puntos']> =>
          (await api.call('puntos.serie', { params: { id: String(id) }, query: { puntos: '300' } })).puntos;
        await eventually(async () => {
          await say(1);
          expect((await values()).length).toBeGreaterThan(0);
        });
        const said = Array.from({ length: 20 }, (_, n) => (20 + 10 * n + i) / 10);
        for (const value of said) {
          await say(value);
          // Two of one millisecond would be one value.
          await sleep(5);
        }
        await eventually(async () =>
          expect((await values()).map(({ media }) => media).filter((media) => media !== 1)).toEqual(said),
        );
        await link.endAsync();
      }),
    );
  });
});

/** Of the kinds of simulated nodes, what is measured here. */
interface Reading {
  water_SOIL?: number;
  level?: { percent: number };
  radiation?: number;
}
