import { READINGS_FIELD, READINGS_STREAM, type ReadingBatch } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { Parts, TestService } from '../test/service.fixture.js';
import { verificar } from '../verify/verification.js';

const DIA = 86_400_000;
const AHORA = Date.now();
/** Twenty samples, a minute apart, half a year ago: past the limit of raw rows, well within that of roll-ups. */
const VIEJAS = Array.from({ length: 20 }, (_, i) => AHORA - 180 * DIA + i * 60_000);
const NUEVAS = Array.from({ length: 5 }, (_, i) => AHORA - DIA + i * 60_000);
const DESCARTADAS = `${READINGS_STREAM}:descartadas`;

/** Each sample has a reading of sensor 15 and tells of pin 4, on every third time. */
const entrada = (tiempos: readonly number[]): string =>
  JSON.stringify({
    v: 1,
    l: tiempos.flatMap((ts) => [1, 15, ts, 2_000 + ((ts / 60_000) % 7), 5_000]).map(Math.floor),
    e: tiempos.flatMap((ts, i) => (i % 3 === 0 ? [1, ts, 16, 0, 0, 0] : [1, ts, 0, 0, 16, 0])),
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
    await eventually(async () => expect(await cuantas('lecturas')).toBe(VIEJAS.length + NUEVAS.length));
    antes = await derivadas();
    await service.stop();
    // As it starts it drops what is past its time.
    service = await TestService.start(parts, { RETENTION_DAYS: '60', RETENTION_ROLLUP_DAYS: '3650' });
    await eventually(async () => expect(await cuantas('lecturas')).toBe(NUEVAS.length));
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
  const derivadas = () =>
    Promise.all(
      ['lecturas_15m', 'transiciones', 'estado_actual'].map((tabla) =>
        service.query(`SELECT to_jsonb(t) AS fila FROM ${tabla} t ORDER BY to_jsonb(t)`),
      ),
    );
  const descartadas = async (): Promise<string[]> =>
    (await parts.redis.client().xrange(DESCARTADAS, '-', '+')).map(([, fields]) => fields[1]!);
  const sinPendientes = (): Promise<void> =>
    eventually(async () => expect(await parts.redis.client().xlen(READINGS_STREAM)).toBe(0));

  it('drops raw rows and keeps what was made of them', async () => {
    expect([await cuantas('lecturas'), await cuantas('estados')]).toEqual([NUEVAS.length, NUEVAS.length]);
    expect(await derivadas()).toEqual(antes);
  });

  it('finds nothing wrong with what can no longer be recomputed', async () => {
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });

  it('sets aside a sample that is sent again after its time, and never counts it twice', async () => {
    await llega(VIEJAS);
    await sinPendientes();
    // A reading and a state of each.
    expect(await descartadas()).toEqual(Array(2 * VIEJAS.length).fill('fuera_de_retencion'));
    expect(await derivadas()).toEqual(antes);
    expect(await cuantas('lecturas')).toBe(NUEVAS.length);
  });

  it('stores what is within it, though it comes with what is not', async () => {
    const otra = AHORA - DIA / 2;
    await llega([VIEJAS[0]!, otra]);
    await eventually(async () => expect(await cuantas('lecturas')).toBe(NUEVAS.length + 1));
    await sinPendientes();
    expect(await descartadas()).toHaveLength(2 * VIEJAS.length + 2);
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });

  it('of the roll-ups ends in its turn, and what is left is right', async () => {
    await service.stop();
    service = await TestService.start(parts, { RETENTION_DAYS: '60', RETENTION_ROLLUP_DAYS: '60' });
    await eventually(async () => {
      const viejas = await service.query('SELECT FROM lecturas_15m WHERE ts < $1', [new Date(AHORA - 100 * DIA)]);
      expect(viejas).toEqual([]);
    });
    await llega(VIEJAS);
    await sinPendientes();
    expect((await verificar(parts.database.url)).diferencias).toEqual([]);
  });
});
