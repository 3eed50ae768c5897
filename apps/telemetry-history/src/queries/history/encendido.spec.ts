import type { Caller } from '@acequia/contracts';
import type { GrantsReader } from '@acequia/service-kit';
import { truncate } from '@acequia/testing';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { AccessService } from './access.service.js';
import { EncendidoService } from './encendido.service.js';

/** Longest interval between messages of a live board. */
const HEARTBEAT_MS = 5 * 3_600_000;
const MINUTE = 60_000;
const GLOBAL: Caller = { tipo: 'persona', usuario_id: 9, rol: 'admin_global', empresa_id: null, sid: 's' };
const PIN = 33;

describe('minutes ENCENDIDO a day', () => {
  let history: TestHistory;
  let service: EncendidoService;

  beforeAll(async () => {
    history = await TestHistory.start();
    const { dataSource } = history;
    service = new EncendidoService(dataSource, new AccessService(dataSource, {} as GrantsReader));
    await history.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'UTC')`);
    await history.query(`INSERT INTO switches (id, empresa_id, nombre, zona) VALUES (1, 1, 'A', 'Norte')`);
  });
  afterAll(() => history.stop());
  beforeEach(() =>
    truncate((sql) => history.query(sql), 'lecturas, estados, lecturas_15m, transiciones, estado_actual, cableado'),
  );

  const wire = (desde: string, hasta: string, pin = PIN) =>
    history.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
       VALUES (1, 1, 'relevador', 1, $3, $1, $2, now())`,
      [desde, hasta, pin],
    );
  /** Stores a board's samples: time (ISO) and whether the pin was on. The board also reports other pins. */
  const tell = async (muestras: [string, boolean][], pin = PIN, silent = false): Promise<void> => {
    const estados = muestras.map(([at, on]) => {
      const masks = { on_lo: 1, on_hi: 0, off_lo: 2, off_hi: 0 };
      const hi = 2 ** (pin - 20);
      return { placa_id: 1, ts: Date.parse(at), ...masks, ...(on ? { on_hi: hi } : { off_hi: hi }) };
    });
    await history.partitions().ensure(estados.map(({ ts }) => monthOf(ts)));
    await history.writer().save({ lecturas: [], estados });
    if (!silent) await beat(Math.min(...estados.map(({ ts }) => ts)), Math.max(...estados.map(({ ts }) => ts)));
  };
  /** Stores messages about other pins between those samples, as a live board sends them. */
  const beat = async (desde: number, hasta: number): Promise<void> => {
    const estados = Array.from({ length: Math.floor((hasta - desde) / HEARTBEAT_MS) }, (_, i) => ({
      placa_id: 1,
      ts: desde + (i + 1) * HEARTBEAT_MS,
      on_lo: 1,
      on_hi: 0,
      off_lo: 2,
      off_hi: 0,
    }));
    await history.partitions().ensure(estados.map(({ ts }) => monthOf(ts)));
    await history.writer().save({ lecturas: [], estados });
  };
  const dias = async (desde: string, hasta: string, now = '2027-01-01T00:00:00Z') =>
    (await service.dias(GLOBAL, 1, { desde, hasta }, new Date(now))).map(({ minutos, minutos_sin_datos }) => [
      minutos,
      minutos_sin_datos,
    ]);
  const minutos = async (zona: string, desde: string, hasta: string, now = '2027-01-01T00:00:00Z') => {
    await history.query('UPDATE empresas SET zona_horaria = $1', [zona]);
    const dias = await service.dias(GLOBAL, 1, { desde, hasta }, new Date(now));
    return dias.map(({ minutos }) => minutos);
  };

  it('are shared out to the days they lie in, cut at midnight', async () => {
    await wire('-infinity', 'infinity');
    await tell([
      ['2026-06-01T12:00:00Z', false],
      ['2026-06-01T23:00:00Z', true],
      ['2026-06-03T00:30:00Z', false],
      ['2026-06-03T10:00:00Z', false],
    ]);
    expect(await minutos('UTC', '2026-05-31', '2026-06-04')).toEqual([null, 60, 1440, 30, null]);
  });

  it.each([
    ['America/Mexico_City', '2026-03-07', [1440, 1440, 1440]],
    ['America/Tijuana', '2026-03-07', [1440, 23 * 60, 1440]],
    ['America/Ciudad_Juarez', '2026-03-07', [1440, 23 * 60, 1440]],
    ['America/Tijuana', '2026-10-31', [1440, 25 * 60, 1440]],
    ['UTC', '2026-03-07', [1440, 1440, 1440]],
    ['Asia/Kolkata', '2026-03-07', [1440, 1440, 1440]],
  ])('of a whole day in %s from %s on are as many as the day has', async (zona, desde, dias) => {
    await wire('-infinity', 'infinity');
    await tell([
      ['2026-02-01T00:00:00Z', true],
      ['2026-12-01T00:00:00Z', true],
    ]);
    const hasta = new Date(Date.parse(desde) + 2 * 1_440 * MINUTE).toISOString().slice(0, 10);
    expect(await minutos(zona, desde, hasta)).toEqual(dias);
  });

  it('between two instants are seconds, with how many of them are known', async () => {
    await wire('-infinity', 'infinity');
    await tell([
      ['2026-06-01T10:00:00Z', false],
      ['2026-06-01T10:10:00Z', true],
      ['2026-06-01T10:20:00Z', false],
      ['2026-06-01T10:30:00Z', true],
    ]);
    const between = (from: string, to: string) =>
      service.between(GLOBAL, 1, Date.parse(`2026-06-01T${from}Z`), Date.parse(`2026-06-01T${to}Z`));
    expect(await between('10:05:00', '10:15:00')).toEqual({ encendido_s: 300, sabido_s: 600 });
    expect(await between('10:12:00', '10:12:30')).toEqual({ encendido_s: 30, sabido_s: 30 });
    expect(await between('10:15:00', '11:00:00')).toEqual({ encendido_s: 300, sabido_s: 900 });
    expect(await between('09:00:00', '09:30:00')).toEqual({ encendido_s: 0, sabido_s: 0 });
  });

  it('end with the newest sample: what follows is unknown', async () => {
    await wire('-infinity', 'infinity');
    await tell([
      ['2026-06-01T10:00:00Z', true],
      ['2026-06-01T10:45:00Z', true],
    ]);
    expect(await minutos('UTC', '2026-06-01', '2026-06-02')).toEqual([45, null]);
  });

  it('count six hours of a board’s silence, and are unknown after that', async () => {
    await wire('-infinity', 'infinity');
    await tell([
      ['2026-06-01T10:00:00Z', true],
      ['2026-06-01T20:00:00Z', true],
    ]);
    await tell(
      [
        ['2026-06-04T06:00:00Z', true],
        ['2026-06-04T07:00:00Z', false],
      ],
      PIN,
      true,
    );
    await history.query(`UPDATE empresas SET zona_horaria = 'UTC'`);
    expect(await dias('2026-06-01', '2026-06-04')).toEqual([
      [14 * 60, 0],
      [2 * 60, 22 * 60],
      [null, 24 * 60],
      [60, 6 * 60],
    ]);
  });

  it('go on through a long silence about the pin, as long as the board speaks of something, be it a reading', async () => {
    await wire('-infinity', 'infinity');
    await history.query(`UPDATE empresas SET zona_horaria = 'UTC'`);
    await tell([['2026-06-01T00:00:00Z', true]], PIN, true);
    const lecturas = Array.from({ length: 8 }, (_, i) => ({
      placa_id: 1,
      pin: 15,
      temperatura: 2_000,
      humedad: null,
      ts: Date.parse('2026-06-01T00:00:00Z') + (i + 1) * 5 * 60 * MINUTE,
    }));
    await history.writer().save({ lecturas, estados: [] });
    await tell([['2026-06-02T20:00:00Z', false]], PIN, true);
    expect(await dias('2026-06-01', '2026-06-02')).toEqual([
      [1_440, 0],
      [20 * 60, 0],
    ]);
  });

  it('are the same whatever the order in which samples came', async () => {
    await wire('-infinity', 'infinity');
    await tell([['2026-06-01T12:00:00Z', true]]);
    await tell([['2026-06-01T10:00:00Z', true]]);
    await tell([['2026-06-01T13:00:00Z', false]]);
    await tell([['2026-06-01T11:00:00Z', false]]);
    expect(await minutos('UTC', '2026-06-01', '2026-06-01')).toEqual([120]);
  });

  it('follow the switch from one pin to another, and are nobody else’s', async () => {
    await wire('-infinity', '2026-06-01T11:00:00Z');
    await wire('2026-06-01T11:00:00Z', '2026-06-01T15:00:00Z', 34);
    await tell([
      ['2026-06-01T10:30:00Z', true],
      ['2026-06-01T20:00:00Z', true],
    ]);
    await tell(
      [
        ['2026-06-01T09:00:00Z', false],
        ['2026-06-01T14:50:00Z', true],
        ['2026-06-01T21:00:00Z', true],
      ],
      34,
    );
    expect(await minutos('UTC', '2026-06-01', '2026-06-01')).toEqual([30 + 10]);
  });

  it('without dates are of the last thirty days of the zone, today among them', async () => {
    await history.query(`UPDATE empresas SET zona_horaria = 'America/Tijuana'`);
    const dias = await service.dias(GLOBAL, 1, {}, new Date('2026-06-10T03:00:00Z'));
    expect([dias.length, dias[0]?.fecha]).toEqual([30, '2026-05-11']);
    expect(dias.at(-1)).toEqual({ fecha: '2026-06-09', minutos: null, minutos_sin_datos: 0, en_curso: true });
    expect(dias.filter(({ en_curso }) => en_curso)).toHaveLength(1);
  });

  it('begin with the first day of the calendar when thirty before the last would be earlier', async () => {
    const dias = await service.dias(GLOBAL, 1, { hasta: '0001-01-03' });
    expect(dias.map(({ fecha }) => fecha)).toEqual(['0001-01-01', '0001-01-02', '0001-01-03']);
  });

  it('are not made for more days than a screen shows', async () => {
    await expect(service.dias(GLOBAL, 1, { desde: '2020-01-01', hasta: '2026-01-01' })).rejects.toMatchObject({
      codigo: 'datos_invalidos',
    });
  });
});
