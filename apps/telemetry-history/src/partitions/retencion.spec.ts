import { MEDICION_COLUMNS, READINGS_FIELD, READINGS_STREAM, type ReadingBatch } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { Parts, TestService } from '../test/service.fixture.js';
import { verificar } from '../verify/verification.js';
import { inicioDe, mesDe } from './month.js';

const DIA = 86_400_000;
const AHORA = Date.now();
/** Twenty samples, a minute apart, half a year ago: past the limit of raw rows, well within that of roll-ups. */
const VIEJAS = Array.from({ length: 20 }, (_, i) => AHORA - 180 * DIA + i * 60_000);
const NUEVAS = Array.from({ length: 5 }, (_, i) => AHORA - DIA + i * 60_000);
const DESCARTADAS = `${READINGS_STREAM}:descartadas`;

/** What a sample comes to: a reading, a state and a meter's values. */
const FILAS = 3;
/** Each sample has a reading of sensor 15, tells of pin 4, on every third time, and of meter 7. */
const entrada = (tiempos: readonly number[]): string =>
  JSON.stringify({
    v: 1,
    l: tiempos.flatMap((ts) => [1, 15, ts, 2_000 + ((ts / 60_000) % 7), 5_000]).map(Math.floor),
    e: tiempos.flatMap((ts, i) => (i % 3 === 0 ? [1, ts, 16, 0, 0, 0] : [1, ts, 0, 0, 16, 0])),
    m: tiempos.flatMap((ts) => [7, Math.floor(ts), ...Array<number>(MEDICION_COLUMNS - 2).fill(100)]),
    at: AHORA,
  } satisfies ReadingBatch);

describe('retention, one limit per level', () => {
  let parts: Parts;
  let service: TestService;

  beforeAll(async () => {
    parts = await Parts.start();
    service = await TestService.start(parts);
    await llega(VIEJAS);
    await llega(NUEVAS);
    await eventually(async () =>
      expect(await cuantasCrudas()).toEqual(Array(FILAS).fill(VIEJAS.length + NUEVAS.length)),
    );
    antes = await derivadas();
    await service.stop();
    // As it starts it drops what is past its time.
    service = await TestService.start(parts, { RETENTION_DAYS: '60', RETENTION_ROLLUP_DAYS: '3650' });
    await eventually(async () => expect(await cuantasCrudas()).toEqual(Array(FILAS).fill(NUEVAS.length)));
  });
  afterAll(async () => {
    await service?.stop();
    await parts?.stop();
  });

  let antes: unknown;
  const llega = async (tiempos: readonly number[]): Promise<void> =>
    void (await parts.redis.client().xadd(READINGS_STREAM, '*', READINGS_FIELD, entrada(tiempos)));
  const cuantas = async (tabla: string): Promise<number> =>
    (await service.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${tabla}`))[0]!.n;
  const cuantasCrudas = () => Promise.all(['lecturas', 'estados', 'mediciones'].map(cuantas));
  /** Another instance in this one's place. */
  const conRetencion = async (RETENTION_DAYS: string, RETENTION_ROLLUP_DAYS: string): Promise<void> => {
    await service.stop();
    service = await TestService.start(parts, { RETENTION_DAYS, RETENTION_ROLLUP_DAYS });
  };
  const derivadas = () =>
    Promise.all(
      ['lecturas_15m', 'transiciones', 'estado_actual', 'mediciones_15m'].map((tabla) =>
        service.query(`SELECT to_jsonb(t) AS fila FROM ${tabla} t ORDER BY to_jsonb(t)`),
      ),
    );
  const descartadas = async (): Promise<string[]> =>
    (await parts.redis.client().xrange(DESCARTADAS, '-', '+')).map(([, fields]) => fields[1]!);
  const sinPendientes = (): Promise<void> =>
    eventually(async () => expect(await parts.redis.client().xlen(READINGS_STREAM)).toBe(0));

  it('drops raw rows and keeps what was made of them', async () => {
    expect(await cuantasCrudas()).toEqual(Array(FILAS).fill(NUEVAS.length));
    expect(await derivadas()).toEqual(antes);
  });

  it('finds nothing wrong with what can no longer be recomputed', async () => {
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });

  it('sets aside a sample that is sent again after its time, and never counts it twice', async () => {
    await llega(VIEJAS);
    await sinPendientes();
    expect(await descartadas()).toEqual(Array(FILAS * VIEJAS.length).fill('fuera_de_retencion'));
    expect(await derivadas()).toEqual(antes);
    expect(await cuantasCrudas()).toEqual(Array(FILAS).fill(NUEVAS.length));
  });

  it('stores what is within it, though it comes with what is not', async () => {
    const otra = AHORA - DIA / 2;
    await llega([VIEJAS[0]!, otra]);
    await eventually(async () => expect(await cuantasCrudas()).toEqual(Array(FILAS).fill(NUEVAS.length + 1)));
    await sinPendientes();
    expect(await descartadas()).toHaveLength(FILAS * (VIEJAS.length + 1));
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });

  it('stays where it was for an instance that keeps more, and that drops something older still', async () => {
    // As a restored backup would bring it.
    await service.query(
      `CREATE TABLE lecturas_2015_01 PARTITION OF lecturas FOR VALUES FROM ('2015-01-01Z') TO ('2015-02-01Z')`,
    );
    await conRetencion('1500', '3650');
    await eventually(async () => {
      expect(await service.query(`SELECT FROM pg_class WHERE relname = 'lecturas_2015_01'`)).toEqual([]);
    });
    const previas = await derivadas();
    await llega(VIEJAS);
    await sinPendientes();
    expect(await descartadas()).toHaveLength(FILAS * (2 * VIEJAS.length + 1));
    expect(await derivadas()).toEqual(previas);
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });

  it('holds from the moment it is shortened, before anything is dropped for it', async () => {
    await conRetencion('30', '3650');
    // Within what was dropped so far, and past the new limit.
    await llega([inicioDe(mesDe(AHORA - 30 * DIA)) - DIA]);
    await sinPendientes();
    expect(await descartadas()).toHaveLength(FILAS * (2 * VIEJAS.length + 2));
    expect(await cuantasCrudas()).toEqual(Array(FILAS).fill(NUEVAS.length + 1));
  });

  it('of the roll-ups ends in its turn, and what is left is right', async () => {
    await conRetencion('60', '60');
    await eventually(async () => {
      for (const tabla of ['lecturas_15m', 'transiciones', 'mediciones_15m'])
        expect(await service.query(`SELECT FROM ${tabla} WHERE ts < $1`, [new Date(AHORA - 100 * DIA)])).toEqual([]);
    });
    await llega(VIEJAS);
    await sinPendientes();
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });
});
