import { LiveBus } from '@acequia/bus';
import type { Caller, LiveMessage, Persona } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import { ReglasService } from '../clima/reglas.service.js';
import { PauseService } from '../execution/pause.service.js';
import { RunNowService } from '../execution/run-now.service.js';
import { TurnoNews } from '../live/turno-news.js';
import { NoRegarService } from '../no-regar/no-regar.service.js';
import { asJson, type Motivo, type Motivos } from '../storage/motivo.js';
import { TurnosService } from '../turnos/turnos.service.js';
import { ProgramasService } from './programas.service.js';

const persona = (rol: Persona['rol'], usuario_id: number, empresa_id: number | null): Caller => ({
  tipo: 'persona',
  usuario_id,
  rol,
  empresa_id,
  sid: 's'.repeat(16),
});
const ROOT = persona('admin_global', 1, null);
const ADMIN = persona('admin_empresa', 2, 1);
/** Has the valve alone, and the valve with its sensor. */
const VALVE = persona('usuario', 3, 1);
const SENSOR = persona('usuario', 4, 1);
const SKIPPED: Motivo = { codigo: 'medido', porcentaje: 0, magnitud: 'humedad', valor: 81, nombre: 'Tanque' };
const GRANTS: Readonly<Record<number, number[]>> = { 3: [1], 4: [1, 2] };

describe('what a program, a turn, a climate rule and a «No regar» tell of switches', () => {
  let automation: Automation;
  let app: INestApplication;
  let programa_id: number;
  const inicios = [new Date(Date.now() + 6 * 3_600_000).toISOString().slice(11, 16)];
  const switches = 'INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, sensor_pin, activo)';

  beforeAll(async () => {
    automation = await Automation.start({
      'auth-tenancy': {
        'asignaciones.de_usuario': async ({ usuario_id }) => ({
          usuario_id,
          empresa_id: 1,
          version: 1,
          dispositivos: [],
          switches: GRANTS[usuario_id] ?? [],
        }),
        'usuarios.nombre': async () => ({ nombre: 'Rosa' }),
      },
      'device-gateway': { 'placas.agenda': async ({ rev }) => ({ rev }) },
    });
    app = await automation.instance();
    const query = (sql: string) => automation.query(app, sql);
    await query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES (1, 'Rancho', 1, 'UTC')`);
    await query(`INSERT INTO placas VALUES (1, 1, 1, 'acequia', 'Norte', 0), (2, 1, 2, 'acequia', 'Sur', 0)`);
    await query(`${switches} VALUES (1, 1, 1, 'Válvula', 'selenoide', 4, NULL, 1),
      (2, 1, 2, 'Tanque', 'selenoide', 4, 15, 1), (3, 1, 2, 'Bomba', 'motor', 5, NULL, 1)`);
    const programa = await app.get(ProgramasService).crear(ADMIN, {
      empresa_id: 1,
      nombre: 'Huerta',
      activo: 1,
      dias: { cada: 1, desde: '2026-01-01' },
      inicios,
      pasos: [{ switch_id: 1, duracion_s: 600 }],
      sin_conexion: 'regar',
      omitir: [{ tipo: 'humedad_mayor', switch_id: 2, valor: 80 }],
      ajuste_et0: { switch_id: 2, referencia_mm: 5, minimo: 0 },
    });
    programa_id = programa.id;
    await app.get(ReglasService).crear(ADMIN, {
      empresa_id: 1,
      nombre: 'Humedad',
      activa: 1,
      sensor_switch_id: 2,
      valor: 'humedad',
      cuando: 'abajo',
      etapas: [{ switch_id: 1, enciende: 40, apaga: 50 }],
      min_encendido_s: 60,
      min_apagado_s: 60,
      prioridad: 0,
      persona_s: 600,
      edad_max_s: 600,
    });
    const hasta = Date.now() + 60_000;
    const holds = [{ motivo: 'Lluvia' }, { sitio: 'Norte', motivo: 'Zanja' }, { placa_id: 2, motivo: 'Tanque vacío' }];
    for (const hold of holds) await app.get(NoRegarService).crear(ADMIN, { empresa_id: 1, hasta, ...hold });
    await eventually(async () => expect((await query('SELECT 1 FROM turnos')).length).toBeGreaterThan(0));
    await query(`UPDATE turnos SET estado = 'omitido', fijo = true`);
    await because([SKIPPED, { codigo: 'bomba_no_encendio' }]);
  });
  afterAll(() => automation?.stop());

  const because = (motivos: Motivos, motivo: string | null = null): Promise<unknown> =>
    automation.query(app, 'UPDATE turnos SET motivo = $1, motivos = $2', [motivo, asJson(motivos)]);
  const seenBy = async (caller: Caller) => {
    const [programa] = await app.get(ProgramasService).list(caller, 1);
    const [turno] = await app
      .get(TurnosService)
      .list(caller, { empresa_id: 1, hasta: dayAfter(2), desde: dayAfter(0) });
    const [regla] = await app.get(ReglasService).list(caller, 1);
    const holds = await app.get(NoRegarService).list(caller, 1);
    return {
      conditions: [programa?.omitir?.map(({ switch_id }) => switch_id), programa?.ajuste_et0?.switch_id],
      motivo: turno?.motivo,
      sensor: regla?.sensor_switch_id,
      holds: holds.map(({ motivo, usuario_id }) => [motivo, usuario_id]).sort(),
    };
  };
  const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const ALL = {
    conditions: [[2], 2],
    motivo: 'Se omitió: humedad de 81 % en «Tanque»; su bomba no encendió',
    sensor: 2,
    holds: [
      ['Lluvia', 2],
      ['Tanque vacío', 2],
      ['Zanja', 2],
    ],
  };

  it.each([
    ['an admin_global', ROOT],
    ['an admin_empresa', ADMIN],
  ])('is all of it to %s', async (_name, caller) => {
    expect(await seenBy(caller)).toEqual(ALL);
  });

  it('is, to a usuario, nothing of a sensor or a board that is not assigned to them', async () => {
    expect(await seenBy(VALVE)).toEqual({
      conditions: [[], undefined],
      motivo: 'Se omitió: humedad de 81 %; su bomba no encendió',
      sensor: null,
      holds: [
        ['Lluvia', null],
        ['Zanja', null],
      ],
    });
  });

  it('is, to a usuario with the sensor, its name and number too', async () => {
    const holds = ALL.holds.map(([motivo]) => [motivo, null]);
    expect(await seenBy(SENSOR)).toEqual({ ...ALL, holds });
  });

  it('is, of an interlock that kept a turn from starting, no switch that is not theirs', async () => {
    const texto = 'No se puede encender: el switch «Tanque» está encendido y no pueden estar juntos';
    await because([{ codigo: 'dicho', texto, frase: { codigo: 'otro_encendido', nombre: 'Tanque' } }]);
    for (const caller of [ADMIN, SENSOR]) expect((await seenBy(caller)).motivo).toBe(texto);
    expect((await seenBy(VALVE)).motivo).toBe(texto.replace('el switch «Tanque»', 'otro switch'));
  });

  it('is, in words from before they were stored as data, told to admins alone', async () => {
    const texto = 'No se puede encender: el switch «Tanque» está encendido y no pueden estar juntos';
    for (const write of [() => because(null, texto), () => because([{ codigo: 'dicho', texto }])]) {
      await write();
      expect((await seenBy(ADMIN)).motivo).toBe(texto);
      for (const caller of [VALVE, SENSOR]) expect((await seenBy(caller)).motivo).toBeNull();
    }
  });

  it('is, in a live message, told once by its names and once as any usuario may read it', async () => {
    const heard: LiveMessage[] = [];
    const end = await app.get(LiveBus).subscribe(1, (message) => void heard.push(message));
    await because([SKIPPED]);
    const [turno]: { turno_id: string }[] = await automation.query(app, 'SELECT turno_id FROM turnos LIMIT 1');
    app.get(TurnoNews).tell(turno?.turno_id ?? '');
    await eventually(() => expect(heard.map(({ event }) => event)).toContain('turno:cambio'));
    await end();
    expect(heard.find(({ event }) => event === 'turno:cambio')).toMatchObject({
      payload: { turno: { motivo: 'Se omitió: humedad de 81 % en «Tanque»' } },
      forUsuarios: 'Se omitió: humedad de 81 %',
    });
  });

  it('is no more in the answer to what a usuario does with a program', async () => {
    const paused = await app.get(PauseService).pausar(VALVE, programa_id, 1, null);
    expect([paused.pausado, paused.omitir, paused.ajuste_et0]).toEqual([1, [], undefined]);
    await app.get(PauseService).pausar(VALVE, programa_id, 0, null);
    await automation.query(app, `INSERT INTO enclavamientos VALUES (1, 1, 'Bomba', 'requiere', '{1}', 3, 0, 0)`);
    const [admins, theirs] = [
      await app.get(RunNowService).toRun(ADMIN, programa_id),
      await app.get(RunNowService).toRun(VALVE, programa_id),
    ];
    expect(admins.map(({ switch_id }) => switch_id).sort()).toEqual([1, 3]);
    expect(theirs.map(({ switch_id }) => switch_id)).toEqual([1]);
    const started = await app.get(RunNowService).ejecutar(VALVE, programa_id, null);
    expect(started.map(({ switch_id }) => switch_id)).toEqual([1]);
  });
});
