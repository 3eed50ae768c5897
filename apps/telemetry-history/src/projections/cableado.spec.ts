import { truncate } from '@acequia/testing';
import { TestHistory } from '../test/database.fixture.js';
import { CableadoService } from './cableado.service.js';

const T = Date.UTC(2026, 0, 1);
const sw = (id: number, hardware_pin: number, sensor_pin: number | null = null, placa_id = 1) => ({
  id,
  empresa_id: 1,
  placa_id,
  hardware_pin,
  tiene_sensor: sensor_pin === null ? (0 as const) : (1 as const),
  sensor_pin,
});

describe('wiring', () => {
  const cableado = new CableadoService();
  let history: TestHistory;

  beforeAll(async () => void (history = await TestHistory.start()));
  afterAll(() => history.stop());
  beforeEach(() => truncate((sql) => history.query(sql), 'cableado'));

  const connect = (data: ReturnType<typeof sw>, at: number) =>
    history.dataSource.transaction((tx) => cableado.wire(tx, data, at));
  const remove = (id: number, at: number) => history.dataSource.transaction((tx) => cableado.unwire(tx, id, at));
  const rows = async (papel = 'relevador') =>
    (
      await history.query<{ switch_id: number; pin: number; desde: number; hasta: number }>(
        `SELECT switch_id, pin, (extract(epoch FROM desde) * 1000)::float8 AS desde, (extract(epoch FROM hasta) * 1000)::float8 AS hasta
           FROM cableado WHERE papel = $1 ORDER BY pin, desde`,
        [papel],
      )
    ).map(({ switch_id, pin, desde, hasta }) => [switch_id, pin, desde, hasta]);

  it('of a pin begins at −infinity the first time: what its board buffered before belongs to it', async () => {
    await connect(sw(1, 4), T);
    expect(await rows()).toEqual([[1, 4, -Infinity, Infinity]]);
  });

  it('that is told again changes nothing', async () => {
    await connect(sw(1, 4, 15), T);
    await connect(sw(1, 4, 15), T + 1_000);
    expect(await rows()).toEqual([[1, 4, -Infinity, Infinity]]);
    expect(await rows('sensor')).toEqual([[1, 15, -Infinity, Infinity]]);
  });

  it('follows a switch to another pin, and the next switch on the old pin begins where it left', async () => {
    await connect(sw(1, 4), T);
    await connect(sw(1, 5), T + 1_000);
    await connect(sw(2, 4), T + 2_000);
    expect(await rows()).toEqual([
      [1, 4, -Infinity, T + 1_000],
      [2, 4, T + 2_000, Infinity],
      [1, 5, T + 1_000, Infinity],
    ]);
  });

  it.each(['relevador', 'sensor'])('gives a moved switch one place at a time: its %s, too', async (papel) => {
    await connect(sw(1, 4, 15), T);
    await connect(sw(1, 5, 16), T + 1_000);
    await connect(sw(1, 5, null), T + 2_000);
    await connect(sw(1, 6, 17, 2), T + 3_000);
    const [{ veces }] = (await history.query<{ veces: number }>(
      `SELECT count(*)::int AS veces FROM cableado a JOIN cableado b USING (switch_id, papel)
        WHERE papel = $1 AND a.id < b.id AND tstzrange(a.desde, a.hasta) && tstzrange(b.desde, b.hasta)`,
      [papel],
    )) as [{ veces: number }];
    expect([(await rows(papel)).length, veces]).toEqual([3, 0]);
  });

  it('of two switches that swap their pins never overlaps, whichever event comes first', async () => {
    await connect(sw(1, 4), T);
    await connect(sw(2, 5), T);
    await connect(sw(2, 4), T + 1_000);
    await connect(sw(1, 5), T + 1_000);
    expect(await rows()).toEqual([
      [1, 4, -Infinity, T + 1_000],
      [2, 4, T + 1_000, Infinity],
      [2, 5, -Infinity, T + 1_000],
      [1, 5, T + 1_000, Infinity],
    ]);
  });

  it('of a sensor may be shared by several switches', async () => {
    await connect(sw(1, 4, 15), T);
    await connect(sw(2, 5, 15), T);
    expect(await rows('sensor')).toEqual([
      [1, 15, -Infinity, Infinity],
      [2, 15, -Infinity, Infinity],
    ]);
  });

  it('ends when its switch is deleted', async () => {
    await connect(sw(1, 4, 15), T);
    await remove(1, T + 1_000);
    expect([...(await rows()), ...(await rows('sensor'))]).toEqual([
      [1, 4, -Infinity, T + 1_000],
      [1, 15, -Infinity, T + 1_000],
    ]);
  });
});
