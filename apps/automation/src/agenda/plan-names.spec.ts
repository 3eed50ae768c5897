import type { CallRequest } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { ControlService } from './control.service.js';
import type { FarmSwitch, KnownFarm } from '../storage/farm.repository.js';
import { AgendaService } from './agenda.service.js';

const NOW = Date.now();
const AT = Math.floor(NOW / 1_000) + 3_600;
const sw: FarmSwitch = {
  id: 1,
  placa_id: 1,
  nombre: 'Extractor',
  pin: 4,
  sensor_pin: 15,
  activo: true,
  maximum_s: 7_200,
  caudal_m3h: null,
  sitio: '',
  runsOnBoard: true,
  knowsControl: true,
  acrossBoards: false,
};
const farm: KnownFarm = {
  zona: 'UTC',
  latitud: null,
  longitud: null,
  switches: new Map([[1, sw]]),
  dispositivos: new Map(),
  groups: [],
  flows: new Map(),
  pumps: [],
};
const REGLA = {
  sensor_switch_id: 1,
  valor: 'temperatura',
  cuando: 'arriba',
  min_encendido_s: 0,
  min_apagado_s: 60,
  etapas: [{ switch_id: 1, enciende: 28, apaga: 26 }],
  prioridad: 0,
  persona_s: 900,
  edad_max_s: 300,
};

describe('the names of programs and rules in the plans of boards', () => {
  let automation: Automation;
  let app: INestApplication;
  const agendas: CallRequest<'placas.agenda'>[] = [];
  const controls: CallRequest<'placas.control'>[] = [];
  let during: (() => Promise<void>) | undefined;

  const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);
  /** As the planner does after a change. */
  const draw = (): Promise<void> =>
    app.get(DataSource).transaction(async (tx: EntityManager) => {
      await app.get(AgendaService).draw(tx, 1, NOW);
      await app.get(ControlService).draw(tx, 1, farm, NOW);
    });
  const handed = (rev: number, nombre: string): Promise<void> =>
    eventually(async () => {
      expect(agendas.at(-1)).toMatchObject({ rev, runs: [{ nombre }] });
      expect(controls.at(-1)).toMatchObject({ rev, rules: [{ nombre }] });
      for (const table of ['agendas', 'controles'])
        expect(await query(`SELECT rev, enviada FROM ${table}`)).toEqual([{ rev, enviada: rev }]);
    });
  const rename = async (nombre: string): Promise<void> => {
    await query('UPDATE programas SET nombre = $1', [nombre]);
    await query('UPDATE reglas_clima SET nombre = $1', [nombre]);
    await draw();
  };

  beforeAll(async () => {
    automation = await Automation.start({
      'device-gateway': {
        'placas.agenda': async (agenda) => {
          agendas.push(agenda);
          const then = during;
          during = undefined;
          await then?.();
          return { rev: agenda.rev };
        },
        'placas.control': async (control) => {
          controls.push(control);
          return { rev: control.rev };
        },
      },
    });
    app = await automation.instance();
    await query(`INSERT INTO programas (id, empresa_id, nombre, activo, definicion) VALUES (3, 1, 'Norte', 1, '{}')`);
    await query(`INSERT INTO reglas_clima (empresa_id, nombre, activa, definicion) VALUES (1, 'Norte', 1, $1)`, [
      JSON.stringify(REGLA),
    ]);
    await query(
      `INSERT INTO turnos (turno_id, empresa_id, programa_id, switch_id, placa_id, pin, riego, inicio, segundos, pedidos_s, via,
         con_enlace, tarde_s, estado)
       VALUES ('3-1-s1', 1, 3, 1, 1, 4, $1, $1, 60, 60, 'placa', 0, 60, 'previsto')`,
      [AT * 1_000],
    );
    await draw();
    await handed(1, 'Norte');
  });
  afterAll(() => automation?.stop());

  it('reach device-gateway without a new revision', async () => {
    await rename('Sur');
    await handed(1, 'Sur');
  });

  it('reach it also when they change while the plan is handed over', async () => {
    during = () => rename('Oeste');
    await rename('Este');
    await handed(1, 'Oeste');
  });

  it('are no new revision for plans from before they had names', async () => {
    await query(`UPDATE agendas SET corridas = jsonb_build_array((corridas -> 0) - 'nombre')`);
    await query(`UPDATE controles SET reglas = jsonb_build_array((reglas -> 0) - 'nombre')`);
    const before = agendas.length;
    await draw();
    await eventually(() => expect(agendas.length).toBeGreaterThan(before));
    await handed(1, 'Oeste');
  });

  it('are sent with a change, which is a new revision', async () => {
    await query('UPDATE turnos SET segundos = 120');
    await query(`UPDATE reglas_clima SET definicion = jsonb_set(definicion, '{prioridad}', '5')`);
    await rename('Centro');
    await handed(2, 'Centro');
  });

  it('protections go beside the rules of a board that says it keeps them, and no longer when it does not', async () => {
    const definicion = {
      id: 9,
      empresa_id: 1,
      nombre: 'Pozo bajo',
      placa_id: 1,
      punto_id: 7,
      cuando: 'abajo',
      valor: 0.5,
      valvula_ids: [],
      durante_s: 5,
      gracia_s: 0,
      con_switch_id: null,
      apaga: [1],
      sin_dato: 'apagar',
      libera: 'persona',
      activa: 1,
      omitida_hasta: null,
      soltada: 0,
    };
    const says = (...puede: string[]): Promise<unknown> =>
      query(
        `INSERT INTO planes_de_placa (placa_id, puede) VALUES (1, $1) ON CONFLICT (placa_id) DO UPDATE SET puede = excluded.puede`,
        [puede],
      );
    await query('INSERT INTO protecciones (id, empresa_id, definicion) VALUES (9, 1, $1)', [
      JSON.stringify(definicion),
    ]);
    await query(
      `INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, de_placa)
       VALUES (7, 1, 'nivel', '{}', 'Pozo', 60, 1, 3, true)`,
    );
    await says('agenda', 'control', 'protections');
    const before = controls.length;
    await draw();
    await eventually(async () =>
      expect(controls.slice(before).at(-1)?.protections).toMatchObject([
        { id: 'p9', point: 3, off: [4], nombre: 'Pozo bajo' },
      ]),
    );
    await says('agenda', 'control');
    await draw();
    await eventually(async () => expect(controls.at(-1)?.protections).toEqual([]));
  });
});
