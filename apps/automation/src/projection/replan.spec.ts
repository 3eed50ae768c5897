import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { ProjectionRepository } from '../storage/projection.repository.js';

let automation: Automation;
let app: INestApplication;

beforeAll(async () => {
  automation = await Automation.start({ 'device-gateway': { 'placas.control': async ({ rev }) => ({ rev }) } });
  app = await automation.instance();
});
afterAll(() => automation?.stop());

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => automation.query<T>(app, sql, params);

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

const REGLA = {
  sensor_switch_id: 1,
  valor: 'temperatura',
  cuando: 'arriba',
  etapas: [{ switch_id: 1, enciende: 28, apaga: 26 }],
  min_encendido_s: 0,
  min_apagado_s: 0,
  prioridad: 0,
  persona_s: 900,
};

/** A company with a climate rule over one switch. The test's company and board share their id. */
const farm = async (id: number): Promise<void> => {
  await query(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, sensor_pin, activo)
     VALUES ($1, $1, $1, 'Válvula', 'selenoide', 4, 15, 1)`,
    [id],
  );
  await query(`INSERT INTO reglas_clima (empresa_id, nombre, activa, definicion) VALUES ($1, 'Calor', 1, $2)`, [
    id,
    JSON.stringify({ ...REGLA, sensor_switch_id: id, etapas: [{ ...REGLA.etapas[0], switch_id: id }] }),
  ]);
};

const company = (id: number): Promise<unknown> =>
  query(`INSERT INTO empresas (id, nombre, activa, zona_horaria) VALUES ($1, 'Rancho', 1, 'UTC')`, [id]);

const board = (id: number) => ({
  placa_id: id,
  empresa_id: id,
  numero: id,
  revocada: 0 as const,
  credencial_sha256: null,
});

const ABLE = (id: number) => ({ placa_id: id, puede: ['control'], agenda_rev: null, control_rev: null });

/** Resolves after the planner has visited every company that was due: it takes them in the order of their times. */
const plannerVisited = async (): Promise<void> => {
  const [{ id }] = (await query<{ id: number }>(
    `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en)
     SELECT coalesce(max(id), 0) + 1000, 'La última', 1, 'UTC', 1 FROM empresas RETURNING id`,
  )) as [{ id: number }];
  await eventually(async () =>
    expect(await query('SELECT 1 FROM empresas WHERE id = $1 AND planear_en > 1', [id])).toHaveLength(1),
  );
};

/** Runs the handler of an event, and commits only when `meanwhile` has happened. */
const handle = (
  event: (projection: ProjectionRepository, tx: EntityManager) => Promise<void>,
  meanwhile: () => Promise<unknown>,
): Promise<void> =>
  app.get(DataSource).transaction(async (tx) => {
    await event(app.get(ProjectionRepository), tx);
    await meanwhile();
  });

const rulesReach = (placa_id: number): Promise<void> =>
  eventually(async () => {
    const [row] = await query<{ reglas: unknown[] }>('SELECT reglas FROM controles WHERE placa_id = $1', [placa_id]);
    expect(row?.reglas).toHaveLength(1);
  }, 20_000);

/** The one whose rule follows it is on the same board. */
const level = (id: number, placa_id: number) => ({
  id: 7,
  empresa_id: id,
  placa_id,
  n: 3,
  fuente: { tipo: 'placa' as const, driver: 'adc' as const, pin: 34 },
  magnitud: 'nivel' as const,
  nombre: 'Tanque',
  sitio: '',
  mide: null,
  a: 1,
  b: 0,
  cada_s: 60,
  activo: 1 as const,
});

describe('a rule that follows a point', () => {
  it('is the board’s while the board reads that point and says that it can, and then the service’s', async () => {
    await farm(4);
    await query(`UPDATE reglas_clima SET definicion = definicion - 'sensor_switch_id' - 'valor' || '{"punto_id":7}'
      WHERE empresa_id = 4`);
    await query(`INSERT INTO placas VALUES (4, 4, 4, 'acequia', '', 0)`);
    await company(4);
    const projected = (event: (projection: ProjectionRepository, tx: EntityManager) => Promise<void>) =>
      handle(event, () => Promise.resolve());
    const rulesAre = (...expected: unknown[]): Promise<void> =>
      eventually(async () => {
        const [row] = await query<{ reglas: unknown[] }>('SELECT reglas FROM controles WHERE placa_id = 4');
        expect(row?.reglas).toEqual(expected.map((rule) => expect.objectContaining(rule as object)));
      }, 20_000);
    await projected((projection, tx) => projection.punto(tx, level(4, 4)));
    await projected((projection, tx) => projection.planes(tx, { ...ABLE(4), puede: ['control', 'point_rules'] }));
    await rulesAre({ point: 3, on_above: 28 });
    await projected((projection, tx) => projection.punto(tx, level(4, 5)));
    await rulesAre();
    await projected((projection, tx) => projection.punto(tx, level(4, 4)));
    await rulesAre({ point: 3 });
    await projected((projection, tx) => projection.erase(tx, 'puntos', { id: 7, empresa_id: 4 }));
    await rulesAre();
  });
});

describe('a change that commits while the planner works', () => {
  it('is planned, when its company was already due', async () => {
    await farm(1);
    await query(`INSERT INTO placas VALUES (1, 1, 1, 'acequia', '', 0)`);
    await query(
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en) VALUES (1, 'Rancho', 1, 'UTC', $1)`,
      [Date.now() + 600_000],
    );
    const db = app.get(DataSource);
    await db.transaction(async (tx) => {
      await db.transaction(async (halt) => {
        await halt.query('LOCK TABLE no_regar IN ACCESS EXCLUSIVE MODE');
        await company(100);
        await eventually(async () => expect(await query(WAITING)).toHaveLength(1));
        await query('UPDATE empresas SET planear_en = 0 WHERE id = 1');
        await app.get(ProjectionRepository).planes(tx, ABLE(1));
      });
      await plannerVisited();
    });
    await rulesReach(1);
  });

  it('is planned, when its company was not yet known', async () => {
    await farm(2);
    await query(`INSERT INTO planes_de_placa (placa_id, puede) VALUES (2, '{control}')`);
    let arrival: Promise<unknown> | undefined;
    await handle(
      (projection, tx) => projection.placa(tx, board(2)),
      async () => {
        arrival = handle(
          (projection, tx) =>
            projection.empresa(tx, {
              id: 2,
              nombre: 'Rancho',
              activa: 1,
              fecha_vencimiento: '2099-12-31',
              zona_horaria: 'UTC',
            }),
          async () => undefined,
        );
        await plannerVisited();
      },
    );
    await arrival;
    await rulesReach(2);
  });

  it('is planned, when the board’s own event arrives at the same time', async () => {
    await farm(3);
    await company(3);
    let arrival: Promise<unknown> | undefined;
    await handle(
      (projection, tx) => projection.planes(tx, ABLE(3)),
      async () => {
        arrival = handle(
          (projection, tx) => projection.placa(tx, board(3)),
          async () => undefined,
        );
        await plannerVisited();
      },
    );
    await arrival;
    await rulesReach(3);
  });
});

describe('a person’s order of a company that is being deleted', () => {
  const order = (id: number) => ({
    entidad: 'switch' as const,
    id,
    empresa_id: id,
    accion: 'on' as const,
    max_s: null,
    usuario_id: 7,
    ts: 1,
  });
  const left = (id: number) => query('SELECT 1 FROM ordenes_de_personas WHERE empresa_id = $1', [id]);
  const erase = (id: number) =>
    app.get(DataSource).transaction((tx) => app.get(ProjectionRepository).eraseEmpresa(tx, id));

  it('is not stored when it comes after the deletion', async () => {
    await company(71);
    await erase(71);
    await handle(
      (projection, tx) => projection.order(tx, 1, order(71)),
      async () => undefined,
    );
    expect(await left(71)).toEqual([]);
  });

  it('goes with the company when it comes just before', async () => {
    await company(72);
    let erased: Promise<void> | undefined;
    await handle(
      (projection, tx) => projection.order(tx, 1, order(72)),
      async () => {
        erased = erase(72);
        await eventually(async () => expect((await query(WAITING)).length).toBeGreaterThan(0));
      },
    );
    await erased;
    expect(await left(72)).toEqual([]);
  });
});
