import { type Caller, ProgramaSave } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { MeterService } from '../cuenta/meter.service.js';
import { ProgramasService } from '../programas/programas.service.js';
import { MeasuredFarms, MINUTE, soon } from './measured-farms.fixture.js';

const caller: Caller = { tipo: 'persona', usuario_id: 7, rol: 'admin_global', empresa_id: null, sid: 's'.repeat(16) };

let farms: MeasuredFarms;

beforeAll(async () => {
  farms = await MeasuredFarms.start();
});
afterAll(() => farms?.stop());

describe('a step by volume', () => {
  it('goes to a board that knows volumes and has the meter, and is a run by time for any other', async () => {
    const id = await farms.company();
    const riego = soon(20);
    expect(await farms.plan(id, riego)).toMatchObject({ secs: 600, vol: 2_500, point: 3 });
    await farms.query(`UPDATE planes_de_placa SET puede = '{agenda,handover,points}' WHERE placa_id = $1`, [id]);
    const run = await farms.replanned(id, riego);
    expect(run).toMatchObject({ secs: 600 });
    expect(Object.keys(run ?? {}).sort()).toEqual(['at', 'id', 'late_s', 'link', 'nombre', 'pin', 'secs']);
    const elsewhere = await farms.company({ ofBoard: false });
    const other = await farms.plan(elsewhere, riego);
    expect(other).toMatchObject({ secs: 600 });
    expect(other).not.toHaveProperty('vol');
  });

  it('gets less water, and less time for it, where a condition shortens its turn', async () => {
    const id = await farms.company();
    const riego = soon();
    await farms.plan(id, riego, { ajuste_et0: { et0_mm: 2, referencia_mm: 4, minimo: 0 } });
    // Planned first, and decided with what was read after that.
    const shortened = { segundos: 300, volumen_l: 1_250 };
    await eventually(async () =>
      expect(
        await farms.one('SELECT segundos, volumen_l FROM turnos WHERE empresa_id = $1 AND inicio = $2', [id, riego]),
      ).toEqual(shortened),
    );
  });

  it('is refused without a meter of its switch', async () => {
    const id = await farms.company({ meter: false });
    const request = ProgramaSave.parse({
      empresa_id: id,
      nombre: 'Riego',
      dias: ['lun'],
      inicios: ['05:00'],
      pasos: [{ switch_id: id, duracion_s: 600, volumen_m3: 2.5 }],
    });
    await expect(farms.get(ProgramasService).crear(caller, request)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'body.pasos.0.volumen_m3', mensaje: expect.stringContaining('Ningún medidor') as string }],
    });
  });
});

describe('a step by the moisture of the soil', () => {
  const soil = (id: number, placa_id = id): Promise<unknown> =>
    farms.query(
      `INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, de_placa)
       VALUES ($1 + 1000, $1, 'humedad_suelo', '{}', 'Suelo', 60, $2, 5, true)`,
      [id, placa_id],
    );
  const step = (id: number, punto_id = id + 1_000) => ({
    pasos: [{ switch_id: id, duracion_s: 600, hasta: { punto_id, humedad: 30 } }],
  });
  const REACHES = { puede: '{agenda,points,reach}', meter: false };

  it('goes to the board that reads the soil and can end it, and is the service’s for any other', async () => {
    const id = await farms.company(REACHES);
    await soil(id);
    const riego = soon(20);
    expect(await farms.plan(id, riego, step(id))).toMatchObject({ secs: 600, reach: 30, point: 5 });
    await farms.query(`UPDATE planes_de_placa SET puede = '{agenda,points}' WHERE placa_id = $1`, [id]);
    expect(Object.keys((await farms.replanned(id, riego)) ?? {})).not.toContain('reach');
    const other = await farms.company(REACHES);
    await soil(other, id);
    const run = await farms.plan(other, riego, step(other));
    expect(run).toMatchObject({ secs: 600 });
    expect(run).not.toHaveProperty('reach');
  });

  it('is turned off by the service once the soil is moist, and has then ended as it should', async () => {
    const id = await farms.company(REACHES);
    await soil(id);
    const ofSoil = { volumen_l: null, volumen_punto: null, hasta_humedad: 30, hasta_punto: id + 1_000 };
    const turno_id = await farms.running(id, ofSoil);
    farms.moisture.set(id + 1_000, 29.5);
    await farms.look();
    expect(farms.ordersTo(id)).toEqual([]);
    farms.moisture.set(id + 1_000, 30);
    await farms.look();
    await eventually(() => expect(farms.ordersTo(id)).toEqual(['off']));
    const started = Math.floor(Date.now() / 1_000) - 600;
    await farms.report(id, { id: turno_id, started, secs: 600, end: 'off' });
    expect(await farms.turn(turno_id)).toMatchObject({ estado: 'cumplido', segundos: 600, motivos: null });
  });

  it('has ended as it should when its board says so, and says when its longest time was not enough', async () => {
    const id = await farms.company(REACHES);
    const ofSoil = { volumen_l: null, volumen_punto: null, hasta_humedad: 30, hasta_punto: id, hasta_n: 5 };
    const started = Math.floor(Date.now() / 1_000) - 600;
    const moist = await farms.running(id, ofSoil);
    await farms.report(id, { id: moist, started, secs: 420, end: 'reached' });
    expect(await farms.turn(moist)).toMatchObject({ estado: 'cumplido', segundos: 420, motivos: null });
    const dry = await farms.running(id, ofSoil);
    await farms.report(id, { id: dry, started, secs: 3_600, end: 'done' });
    expect(await farms.turn(dry)).toMatchObject({
      estado: 'cumplido',
      motivos: [{ codigo: 'falta_humedad', humedad: 30 }],
    });
  });

  it('is refused by a point of anything else', async () => {
    const id = await farms.company();
    const request = ProgramaSave.parse({
      empresa_id: id,
      nombre: 'Riego',
      dias: ['lun'],
      inicios: ['05:00'],
      ...step(id, id),
    });
    await expect(farms.get(ProgramasService).crear(caller, request)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: [{ campo: 'body.pasos.0.hasta.punto_id' }],
    });
  });
});

describe('a turn whose meter is elsewhere', () => {
  it('is turned off once its meter has counted its volume, and has then ended as it should', async () => {
    const id = await farms.company();
    const turno_id = await farms.running(id);
    farms.grown(id, 19.9);
    await farms.look();
    expect(farms.ordersTo(id)).toEqual([]);
    farms.grown(id, 20.1);
    await farms.look();
    // The service's own look may have found it first.
    await eventually(() => expect(farms.ordersTo(id)).toEqual(['off']));
    await farms.look();
    expect(farms.ordersTo(id)).toEqual(['off']);
    const { real_inicio } = (await farms.one<{ real_inicio: string }>(
      'SELECT real_inicio FROM turnos WHERE turno_id = $1',
      [turno_id],
    ))!;
    await farms.report(id, { id: turno_id, started: Math.floor(Number(real_inicio) / 1_000), secs: 601, end: 'off' });
    expect(await farms.turn(turno_id)).toMatchObject({ estado: 'cumplido', segundos: 601, motivos: null });
  });

  it('has ended as it should with the pump that stopped because of it', async () => {
    const id = await farms.company();
    const pump = farms.next++;
    await farms.query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES ($1, $1, 'Pozo', 'requiere', ARRAY[$1::int], $2, 0, 0)`,
      [id, pump],
    );
    await farms.running(id);
    const ofPump = await farms.running(id, { switch_id: pump, volumen_l: null, volumen_punto: null });
    const stopped = { id: ofPump, started: Math.floor(Date.now() / 1_000) - 600, secs: 600, end: 'interlock' } as const;
    await farms.report(id, stopped);
    expect(await farms.turn(ofPump)).toMatchObject({ estado: 'parcial' });
    farms.grown(id, 21);
    await farms.look();
    await farms.report(id, stopped);
    expect(await farms.turn(ofPump)).toMatchObject({ estado: 'cumplido', segundos: 600 });
  });

  it('is turned off again while it is still on', async () => {
    const id = await farms.company();
    await farms.running(id);
    farms.grown(id, 21);
    await farms.look();
    // The service's own look may come first, of both orders.
    await eventually(() => expect(farms.ordersTo(id)).toEqual(['off']));
    await farms.query('UPDATE turnos SET volumen_fin = volumen_fin - 20000 WHERE switch_id = $1', [id]);
    await farms.look();
    await eventually(() => expect(farms.ordersTo(id)).toEqual(['off', 'off']));
  });

  it('counts from its own start what another turn of its meter may have had before', async () => {
    const id = await farms.company();
    await farms.running(id, {
      estado: 'cumplido',
      inicio: Date.now() - 30 * MINUTE,
      real_inicio: null,
      real_segundos: 1_190,
    });
    await farms.running(id);
    farms.grown(id, 20.5, { valor: 19.5 });
    await farms.look();
    expect(farms.ordersTo(id)).toEqual([]);
  });

  it('stays on without values, for a board that ends it, and for a person who wants it longer', async () => {
    const mute = await farms.company();
    await farms.running(mute);
    const byBoard = await farms.company();
    await farms.running(byBoard, { volumen_n: 3 });
    farms.grown(byBoard, 30);
    const wanted = await farms.company();
    await farms.running(wanted);
    farms.grown(wanted, 30);
    await farms.query(
      `INSERT INTO ordenes_de_personas (entidad, entidad_id, empresa_id, accion, max_s, usuario_id, ts, rev)
       VALUES ('switch', $1, $1, 'on', 3600, 8, $2, 1)`,
      [wanted, Date.now()],
    );
    await farms.look();
    for (const id of [mute, byBoard, wanted]) expect(farms.ordersTo(id)).toEqual([]);
  });
});

describe('what a turn by volume is told to have had', () => {
  const began = Date.now() - 30 * MINUTE;
  const started = Math.floor(began / 1_000);
  const MEASURED = 'SELECT m3_medidos, m3_esperados, agua, sin_medir, estado FROM turnos WHERE turno_id = $1';
  const measured = async (turno_id: string, at = Date.now()): Promise<unknown> => {
    await farms.get(MeterService).look(at);
    return farms.one(MEASURED, [turno_id]);
  };

  it('is what its board counted, from its report on', async () => {
    const id = await farms.company();
    const turno_id = await farms.running(id, { volumen_n: 3, inicio: began, real_inicio: began });
    await farms.report(id, { id: turno_id, started, secs: 900, end: 'volume', litres: 20_008 });
    expect(await farms.one(MEASURED, [turno_id])).toMatchObject({ m3_medidos: 20.008, sin_medir: false });
    expect(await farms.turn(turno_id)).toMatchObject({ estado: 'cumplido', segundos: 900, real_segundos: 900 });
    expect(await measured(turno_id)).toMatchObject({
      m3_medidos: 20.008,
      m3_esperados: 20,
      agua: null,
      sin_medir: false,
    });
  });

  it('is unknown, and never nothing, as soon as its board says that it could not count', async () => {
    const id = await farms.company();
    const justNow = Math.floor(Date.now() / 1_000) - 905;
    const turno_id = await farms.running(id, { volumen_n: 3, inicio: justNow * 1_000, segundos: 900 });
    await farms.report(id, { id: turno_id, started: justNow, secs: 900, end: 'done', litres: null });
    farms.grown(id, 0);
    const unknown = { m3_medidos: null, m3_esperados: 20, agua: 'sin_medir', sin_medir: true, estado: 'cumplido' };
    expect(await measured(turno_id)).toEqual(unknown);
  });

  it('is unknown when a meter elsewhere counted nothing, and too little when it counted less than half', async () => {
    const ended = { estado: 'cumplido', inicio: began, real_inicio: began, segundos: 900, real_segundos: 900 };
    const id = await farms.company();
    const turno_id = await farms.running(id, ended);
    farms.grown(id, 0);
    expect(await measured(turno_id)).toMatchObject({ m3_medidos: null, agua: 'sin_medir', sin_medir: true });
    const poor = await farms.company();
    const little = await farms.running(poor, ended);
    farms.grown(poor, 8);
    expect(await measured(little)).toMatchObject({ m3_medidos: 8, agua: 'poca_agua', sin_medir: false });
  });
});
