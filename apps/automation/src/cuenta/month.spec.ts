import { type CuentaMes, sistema } from '@acequia/contracts';
import { Automation } from '../automation.fixture.js';
import { litersOf } from '../storage/liters.js';
import { AreasService } from './areas.service.js';
import { monthOf } from './month.js';
import { MonthService } from './month.service.js';

type Valve = CuentaMes['filas'][number];

const valve = (changes: Partial<Valve>): Valve => ({
  switch_id: 1,
  dispositivo_id: null,
  nombre: 'Válvula 1',
  sector: 'Norte',
  turnos: 1,
  cumplidos: 1,
  parciales: 0,
  omitidos: 0,
  perdidos: 0,
  previstos_s: 600,
  reales_s: 600,
  litros: null,
  kwh: null,
  costo: null,
  ...changes,
});

describe('the account of a month', () => {
  it('sums valves by sector, each sorted by name', () => {
    const { filas, sectores, total } = monthOf('2026-11', [
      valve({ turnos: 2, parciales: 1, reales_s: 900, litros: 1_500 }),
      valve({ switch_id: 2, nombre: 'Bomba', kwh: 1.2, costo: 3.6 }),
      valve({ switch_id: 3, nombre: 'Ácida', kwh: 0.1, costo: 0.1 }),
      valve({
        switch_id: null,
        dispositivo_id: 2,
        nombre: 'De la nube',
        sector: 'Sur',
        cumplidos: 0,
        omitidos: 1,
        reales_s: 0,
        litros: 0,
      }),
    ]);
    expect(filas.map(({ nombre }) => nombre)).toEqual(['Ácida', 'Bomba', 'Válvula 1', 'De la nube']);
    expect(sectores.map(({ sector, turnos, reales_s, kwh }) => [sector, turnos, reales_s, kwh])).toEqual([
      ['Norte', 4, 2_100, 1.3],
      ['Sur', 1, 0, null],
    ]);
    expect(total).toMatchObject({ turnos: 5, cumplidos: 3, parciales: 1, omitidos: 1, perdidos: 0 });
    expect(total).toMatchObject({ litros: 1_500, kwh: 1.3, costo: 3.7 });
  });

  it('knows no liters without a flow, nor of a turn without an account', () => {
    const turn = { real_segundos: 600, bomba_cuenta: 1, con_bomba_s: null, caudal_m3h: 6 };
    expect(litersOf({ ...turn, caudal_m3h: null })).toBeNull();
    expect(litersOf({ ...turn, real_segundos: null })).toBeNull();
    expect(litersOf(turn)).toBe(1_000);
    expect(litersOf({ ...turn, bomba_cuenta: 2, con_bomba_s: 0 })).toBe(0);
    expect(litersOf({ ...turn, bomba_cuenta: 2 })).toBeNull();
  });
});

describe('the water of a month, from the rows of its turns', () => {
  let automation: Automation;
  let app: Awaited<ReturnType<Automation['instance']>>;
  const FIRST = Date.UTC(2024, 9, 1, 6);
  const AFTER = Date.UTC(2024, 10, 1, 6);

  beforeAll(async () => {
    automation = await Automation.start();
    app = await automation.instance();
    await automation.query(
      app,
      `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'America/Mexico_City')`,
    );
  });
  afterAll(() => automation?.stop());

  const turn = (inicio: number, more: Record<string, number | null>) => {
    const row = {
      real_segundos: 600,
      caudal_m3h: 6,
      m3_medidos: null,
      volumen_l: null,
      kwh: null,
      costo: null,
      ...more,
    };
    return automation.query(
      app,
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
         estado, real_inicio, real_segundos, caudal_m3h, m3_medidos, volumen_l, kwh, costo)
       VALUES ('1-' || $1 || '-s4', 1, 1, 4, $1::bigint, $1::bigint, 900, 900, 'placa', 0, 0, 'cumplido', $1::bigint, $2, $3, $4, $5, $6, $7)`,
      [String(inicio), ...Object.values(row)],
    );
  };

  it('says what was planned and measured, and apart the turns that no meter told of', async () => {
    await turn(FIRST, { m3_medidos: 0.9995, kwh: 1.1115, costo: 2.005 });
    await turn(FIRST + 1, { m3_medidos: 2.25, volumen_l: 2_345, kwh: 0.3, costo: 0.63 });
    await turn(FIRST + 2, {});
    await turn(FIRST + 3, { real_segundos: 0 });
    await turn(FIRST - 1, { m3_medidos: 50, costo: 9 });
    await turn(AFTER, { m3_medidos: 50, costo: 9 });
    const { filas, total } = await app.get(MonthService).month(sistema('alerts'), { empresa_id: 1, mes: '2024-10' });
    // Three by their flow, 6 m³/h for 900 s, and one by its volume: 3 × 1.5 + 2.345.
    const water = { m3_previstos: 6.845, m3_medidos: 3.25, sin_medir: 1, m3_sin_medir: 1 };
    expect(filas).toMatchObject([{ switch_id: 4, turnos: 4, ...water, kwh: 1.412, costo: 2.64 }]);
    expect(total).toMatchObject(water);
  });

  it('is to the litre, the Wh and the cent what its turns say one by one, in a month whose clocks change', async () => {
    const zona = 'America/Tijuana';
    await automation.query(app, `INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (2, 'Sur', 1, $1)`, [
      zona,
    ]);
    const states = ['cumplido', 'parcial', 'omitido', 'perdido'];
    const [february, every_ms] = [Date.UTC(2026, 1, 27), 980_003];
    const turns = Array.from({ length: 3_000 }, (_, i) => {
      const ran = i % 7 > 0;
      return {
        turno_id: `2-${i}`,
        switch_id: 10 + (i % 5),
        inicio: february + i * every_ms,
        segundos: 900 + (i % 11) * 60,
        estado: states[i % 4],
        confirmado: i % 8 !== 3,
        real_segundos: ran ? 60 + ((i * 31) % 1_700) : 0,
        caudal_m3h: i % 9 === 0 ? null : 3.6 * (1 + (i % 4)),
        m3_medidos: ran && i % 3 > 0 ? ((i * 7_919) % 99_991) / 1_000 : null,
        volumen_l: i % 10 === 0 ? (i * 13) % 20_000 : null,
        kwh: i % 6 === 0 ? null : ((i * 6_151) % 40_009) / 1_000,
        costo: i % 6 === 0 ? null : ((i * 3_571) % 10_007) / 100,
      };
    });
    await automation.query(
      app,
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace, tarde_s,
         estado, confirmado, real_inicio, real_segundos, bomba_cuenta, caudal_m3h, m3_medidos, volumen_l, kwh, costo)
       SELECT turno_id, 2, 1, switch_id, inicio, inicio, segundos, segundos, 'placa', 0, 0, estado, confirmado, inicio, real_segundos,
         1, caudal_m3h, m3_medidos, volumen_l, kwh, costo
       FROM jsonb_to_recordset($1::jsonb) AS t(turno_id text, switch_id integer, inicio bigint, segundos integer, estado text,
         confirmado boolean, real_segundos integer, caudal_m3h float8, m3_medidos float8, volumen_l integer, kwh float8, costo float8)`,
      [JSON.stringify(turns)],
    );

    const raw = await automation.query<(typeof turns)[number]>(app, 'SELECT * FROM turnos WHERE empresa_id = 2');
    const dayOf = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zona });
    const march = raw.filter(({ inicio }) => dayOf.format(Number(inicio)).startsWith('2026-03'));
    const water = ({ caudal_m3h }: (typeof turns)[number], seconds: number): number | null =>
      caudal_m3h === null ? null : Math.round((caudal_m3h * 1_000 * seconds) / 3_600);
    const added = (of: readonly (number | null)[], parts: number): number | null => {
      const known = of.flatMap((one) => (one === null ? [] : [Math.round(one * parts)]));
      return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / parts;
    };
    const wanted = [10, 11, 12, 13, 14].map((switch_id) => {
      const own = march.filter((one) => one.switch_id === switch_id);
      const unmeasured = own.filter((one) => one.real_segundos > 0 && one.m3_medidos === null);
      const planned = own.map((one) => one.volumen_l ?? water(one, one.segundos));
      return {
        switch_id,
        turnos: own.length,
        cumplidos: own.filter(({ estado }) => estado === 'cumplido').length,
        parciales: own.filter(({ estado }) => estado === 'parcial').length,
        omitidos: own.filter(({ estado }) => estado === 'omitido').length,
        perdidos: own.filter(({ estado, confirmado }) => estado === 'perdido' && confirmado).length,
        previstos_s: added(
          own.map(({ segundos }) => segundos),
          1,
        ),
        reales_s: added(
          own.map(({ real_segundos }) => real_segundos),
          1,
        ),
        m3_previstos: added(planned, 1)! / 1_000,
        m3_medidos: added(
          own.map(({ m3_medidos }) => m3_medidos),
          1_000,
        ),
        sin_medir: unmeasured.length,
        m3_sin_medir:
          added(
            unmeasured.map((one) => water(one, one.real_segundos)),
            1,
          )! / 1_000,
        kwh: added(
          own.map(({ kwh }) => kwh),
          1_000,
        ),
        costo: added(
          own.map(({ costo }) => costo),
          100,
        ),
      };
    });
    const { filas, total } = await app.get(MonthService).month(sistema('alerts'), { empresa_id: 2, mes: '2026-03' });
    expect(filas.toSorted((a, b) => a.switch_id! - b.switch_id!)).toMatchObject(wanted);
    expect(total).toMatchObject({
      m3_medidos: added(
        march.map(({ m3_medidos }) => m3_medidos),
        1_000,
      ),
      costo: added(
        march.map(({ costo }) => costo),
        100,
      ),
    });
  });

  it('tells mm of a sector whose area somebody said, to who sees the whole sector', async () => {
    const admin = { tipo: 'persona', usuario_id: 2, rol: 'admin_empresa', empresa_id: 1, sid: 's' } as const;
    const sector = async () =>
      (await app.get(MonthService).month(admin, { empresa_id: 1, mes: '2024-10' })).sectores[0];
    await automation.query(
      app,
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
       VALUES (4, 1, 1, 'V', 'Norte', 'selenoide', 4, 1)`,
    );
    expect(await sector()).toMatchObject({ sector: 'Norte', m3_medidos: 3.25, superficie_m2: null, mm: null });
    const area = { empresa_id: 1, sector: 'Norte', superficie_m2: 500 };
    await app.get(AreasService).save(admin, area);
    await app.get(AreasService).save(admin, area);
    expect(await sector()).toMatchObject({ superficie_m2: 500, mm: 6.5 });
    const trail = await automation.query(app, `SELECT despues FROM auditoria WHERE accion = 'empresa.superficie'`);
    expect(trail).toEqual([{ despues: { sector: 'Norte', superficie_m2: 500 } }]);
    await app.get(AreasService).save(admin, { ...area, superficie_m2: null });
    expect(await sector()).toMatchObject({ superficie_m2: null, mm: null });
    await expect(app.get(AreasService).save({ ...admin, empresa_id: 2 }, area)).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
  });
});
