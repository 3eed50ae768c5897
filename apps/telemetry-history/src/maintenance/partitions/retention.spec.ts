import { MEASUREMENT_COLUMNS, READINGS_FIELD, READINGS_STREAM, type ReadingBatch } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { Parts, TestService } from '../../test/service.fixture.js';
import { verificar } from '../verify/verification.js';
import { startOf, monthOf } from './month.js';

const DIA = 86_400_000;
const NOW = Date.now();
/** Twenty samples, a minute apart, half a year ago: older than the limit of raw rows, well within that of roll-ups. */
const OLD_ONES = Array.from({ length: 20 }, (_, i) => NOW - 180 * DIA + i * 60_000);
const NEW_ONES = Array.from({ length: 5 }, (_, i) => NOW - DIA + i * 60_000);
const DISCARDED_ONES = `${READINGS_STREAM}:descartadas`;

/** Rows per sample: a reading, a state, a meter's values and a point's. */
const ROWS = 4;
/** Each sample has a reading of sensor 15, a state of pin 4 (on in every third) values of meter 7 and a value of point 5. */
const entry = (times: readonly number[]): string =>
  JSON.stringify({
    v: 1,
    l: times.flatMap((ts) => [1, 15, ts, 2_000 + ((ts / 60_000) % 7), 5_000]).map(Math.floor),
    e: times.flatMap((ts, i) => (i % 3 === 0 ? [1, ts, 16, 0, 0, 0] : [1, ts, 0, 0, 16, 0])),
    m: times.flatMap((ts) => [7, Math.floor(ts), ...Array<number>(MEASUREMENT_COLUMNS - 2).fill(100)]),
    p: times.flatMap((ts, i) => [1, 5, Math.floor(ts), 1_000 + i]),
    at: NOW,
  } satisfies ReadingBatch);

describe('retention, one limit per level', () => {
  let parts: Parts;
  let service: TestService;

  beforeAll(async () => {
    parts = await Parts.start();
    service = await TestService.start(parts);
    await arrives(OLD_ONES);
    await arrives(NEW_ONES);
    await eventually(async () =>
      expect(await howManyRaw()).toEqual(Array(ROWS).fill(OLD_ONES.length + NEW_ONES.length)),
    );
    antes = await derived();
    await service.stop();
    // On start the service drops expired partitions.
    service = await TestService.start(parts, { RETENTION_DAYS: '60', RETENTION_ROLLUP_DAYS: '3650' });
    await eventually(async () => expect(await howManyRaw()).toEqual(Array(ROWS).fill(NEW_ONES.length)));
  });
  afterAll(async () => {
    await service?.stop();
    await parts?.stop();
  });

  let antes: unknown;
  const arrives = async (times: readonly number[]): Promise<void> =>
    void (await parts.redis.client().xadd(READINGS_STREAM, '*', READINGS_FIELD, entry(times)));
  const howMany = async (tabla: string): Promise<number> =>
    (await service.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${tabla}`))[0]!.n;
  const howManyRaw = () => Promise.all(['lecturas', 'estados', 'mediciones', 'valores'].map(howMany));
  /** Replaces the instance by one with other retention limits. */
  const withRetention = async (RETENTION_DAYS: string, RETENTION_ROLLUP_DAYS: string): Promise<void> => {
    await service.stop();
    service = await TestService.start(parts, { RETENTION_DAYS, RETENTION_ROLLUP_DAYS });
  };
  const derived = () =>
    Promise.all(
      ['lecturas_15m', 'transiciones', 'estado_actual', 'mediciones_15m', 'valores_15m'].map((tabla) =>
        service.query(`SELECT to_jsonb(t) AS fila FROM ${tabla} t ORDER BY to_jsonb(t)`),
      ),
    );
  const rejects = async (): Promise<string[]> =>
    (await parts.redis.client().xrange(DISCARDED_ONES, '-', '+')).map(([, fields]) => fields[1]!);
  const noPending = (): Promise<void> =>
    eventually(async () => expect(await parts.redis.client().xlen(READINGS_STREAM)).toBe(0));

  it('drops raw rows and keeps what was made of them', async () => {
    expect(await howManyRaw()).toEqual(Array(ROWS).fill(NEW_ONES.length));
    expect(await derived()).toEqual(antes);
  });

  it('finds nothing wrong with what can no longer be recomputed', async () => {
    expect((await verificar(parts.database.url)).differences).toEqual([]);
  });

  it('sets aside a sample that is sent again after its time, and never counts it twice', async () => {
    await arrives(OLD_ONES);
    await noPending();
    expect(await rejects()).toEqual(Array(ROWS * OLD_ONES.length).fill('fuera_de_retencion'));
    expect(await derived()).toEqual(antes);
    expect(await howManyRaw()).toEqual(Array(ROWS).fill(NEW_ONES.length));
  });

  it('stores what is within it, though it comes with what is not', async () => {
    const another = NOW - DIA / 2;
    await arrives([OLD_ONES[0]!, another]);
    await eventually(async () => expect(await howManyRaw()).toEqual(Array(ROWS).fill(NEW_ONES.length + 1)));
    await noPending();
    expect(await rejects()).toHaveLength(ROWS * (OLD_ONES.length + 1));
    expect((await verificar(parts.database.url)).differences).toEqual([]);
  });

  it('stays where it was for an instance that keeps more, and that drops something older still', async () => {
    // A partition as a restored backup would bring it.
    await service.query(
      `CREATE TABLE lecturas_2015_01 PARTITION OF lecturas FOR VALUES FROM ('2015-01-01Z') TO ('2015-02-01Z')`,
    );
    await withRetention('1500', '3650');
    await eventually(async () => {
      expect(await service.query(`SELECT FROM pg_class WHERE relname = 'lecturas_2015_01'`)).toEqual([]);
    });
    const previous = await derived();
    await arrives(OLD_ONES);
    await noPending();
    expect(await rejects()).toHaveLength(ROWS * (2 * OLD_ONES.length + 1));
    expect(await derived()).toEqual(previous);
    expect((await verificar(parts.database.url)).differences).toEqual([]);
  });

  it('holds from the moment it is shortened, before anything is dropped for it', async () => {
    await withRetention('30', '3650');
    // Older than the new limit, but newer than everything dropped so far.
    await arrives([startOf(monthOf(NOW - 30 * DIA)) - DIA]);
    await noPending();
    expect(await rejects()).toHaveLength(ROWS * (2 * OLD_ONES.length + 2));
    expect(await howManyRaw()).toEqual(Array(ROWS).fill(NEW_ONES.length + 1));
  });

  it('of the roll-ups ends after its own time, and what is left is right', async () => {
    await withRetention('60', '60');
    await eventually(async () => {
      for (const tabla of ['lecturas_15m', 'transiciones', 'mediciones_15m', 'valores_15m'])
        expect(await service.query(`SELECT FROM ${tabla} WHERE ts < $1`, [new Date(NOW - 100 * DIA)])).toEqual([]);
    });
    await arrives(OLD_ONES);
    await noPending();
    expect((await verificar(parts.database.url)).differences).toEqual([]);
  });
});
