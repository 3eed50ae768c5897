import { connectBoard, eventually, Farm, publishTelemetry, SENSOR_PIN, startAcequia } from '@acequia/testing';
import type { ApiClient, RunningAcequia } from '@acequia/testing';
import { Client } from 'pg';

/**
 * A company's deletion is a chain of steps in four services. The test holds a row that a step needs, kills the step's service
 * with -9, and frees the row: nothing of the company may be left.
 */
let acequia: RunningAcequia;
let root: ApiClient;
let db: Client;

beforeAll(async () => {
  acequia = await startAcequia();
  root = await acequia.loginAdmin();
  db = new Client(acequia.databaseUrl);
  await db.connect();
});

afterAll(async () => {
  await db?.end();
  await acequia?.stop();
});

/** Every table that holds rows of a company: `schema.table` → the condition for its rows, $1 = company, $2 = its board. */
const TRAILS: Readonly<Record<string, string>> = {
  'auth_tenancy.empresas': 'id = $1 AND $2::int > 0',
  'auth_tenancy.usuarios': 'empresa_id = $1 AND $2::int > 0',
  'auth_tenancy.asignaciones': 'empresa_id = $1 AND $2::int > 0',
  'auth_tenancy.sesiones': 'usuario_id NOT IN (SELECT id FROM auth_tenancy.usuarios) AND $1::int > 0 AND $2::int > 0',
  'inventory.placas': 'empresa_id = $1 AND $2::int > 0',
  'inventory.switches': 'empresa_id = $1 AND $2::int > 0',
  'inventory.dispositivos': 'empresa_id = $1 AND $2::int > 0',
  'inventory.enclavamientos': 'empresa_id = $1 AND $2::int > 0',
  'device_gateway.empresas': 'id = $1 AND $2::int > 0',
  'device_gateway.placas':
    'empresa_id = $1 AND $2::int > 0 AND (eliminada_en IS NULL OR credencial_sha256 IS NOT NULL)',
  'device_gateway.switches': 'empresa_id = $1 AND $2::int > 0',
  'device_gateway.dispositivos': 'empresa_id = $1 AND $2::int > 0',
  'device_gateway.enclavamientos': 'empresa_id = $1 AND $2::int > 0',
  'device_gateway.conexiones': 'placa_id = $2 AND $1::int > 0',
  'telemetry_history.switches': 'empresa_id = $1 AND $2::int > 0',
  'telemetry_history.cableado': 'empresa_id = $1 AND $2::int > 0',
  'telemetry_history.lecturas': 'placa_id = $2 AND $1::int > 0',
  'telemetry_history.lecturas_15m': 'placa_id = $2 AND $1::int > 0',
  'telemetry_history.estados': 'placa_id = $2 AND $1::int > 0',
  'telemetry_history.estado_actual': 'placa_id = $2 AND $1::int > 0',
};

const trailsOf = async ({ empresa, board }: Farm): Promise<string[]> => {
  const remain: string[] = [];
  for (const [tabla, condition] of Object.entries(TRAILS)) {
    const { rowCount } = await db.query(`SELECT 1 FROM ${tabla} WHERE ${condition} LIMIT 1`, [
      empresa.id,
      board.placa_id,
    ]);
    if (rowCount) remain.push(tabla);
  }
  return remain;
};

/** A company with rows in every service: people, a device, and a board that has sent samples. */
const viva = async (): Promise<Farm> => {
  const farm = await Farm.create(acequia, root);
  await root.call('dispositivos.crear', {
    body: { nombre: 'Relé', shelly_id: `fin${farm.empresa.id}`, tipo: 'shelly_1', empresa_id: farm.empresa.id },
  });
  const switches = farm.switches.map(({ id }) => id);
  await root.call('enclavamientos.crear', {
    body: { empresa_id: farm.empresa.id, nombre: 'Turno', tipo: 'exclusion', switches, bomba_id: null },
  });
  const board = await eventually(() => connectBoard(acequia.mqtt, farm.board));
  await publishTelemetry(board, farm.board.id, { pins: { 4: 1 }, sensors: { [SENSOR_PIN]: { t: 20, h: 50 } } });
  await board.endAsync(true);
  const todos = Object.keys(TRAILS).filter((tabla) => tabla !== 'auth_tenancy.sesiones');
  await eventually(async () => expect(await trailsOf(farm)).toEqual(todos));
  return farm;
};

/** Locks the rows that `sql` selects while `work` runs. */
const holding = async (sql: string, work: () => Promise<void>): Promise<void> => {
  const holder = new Client(acequia.databaseUrl);
  await holder.connect();
  try {
    await holder.query('BEGIN');
    expect((await holder.query(sql)).rowCount).toBeGreaterThan(0);
    await work();
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
};
const somebodyWaits = (): Promise<void> =>
  eventually(async () => {
    const { rowCount } = await db.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
    expect(rowCount).toBeGreaterThan(0);
  });
const kill = async (servicio: string): Promise<void> => {
  const pid = acequia.services[servicio]?.[0] ?? 0;
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(acequia.services[servicio]?.[0] ?? pid).not.toBe(pid));
};
const sana = (): Promise<void> => eventually(async () => expect((await acequia.api().raw('salud')).status).toBe(200));
const eliminar = ({ empresa }: Farm): Promise<Response> =>
  root.raw('empresas.eliminar', { params: { id: empresa.id } });

describe('a company whose deletion is cut short', () => {
  it('in auth-tenancy is still whole, and goes when it is deleted again', async () => {
    const farm = await viva();
    const antes = await trailsOf(farm);
    await holding(`SELECT 1 FROM auth_tenancy.usuarios WHERE id = ${farm.usuario.id} FOR UPDATE`, async () => {
      const answer = eliminar(farm);
      await somebodyWaits();
      await kill('auth-tenancy');
      expect((await answer).status).toBe(503);
    });
    await sana();
    expect(await trailsOf(farm)).toEqual(antes);
    expect((await eliminar(farm)).status).toBe(204);
    await eventually(async () => expect(await trailsOf(farm)).toEqual([]), 180_000);
  });

  it.each([
    ['inventory', (farm: Farm) => `inventory.dispositivos WHERE empresa_id = ${farm.empresa.id}`],
    ['device-gateway', (farm: Farm) => `device_gateway.placas WHERE placa_id = ${farm.board.placa_id}`],
    ['telemetry-history', (farm: Farm) => `telemetry_history.lecturas WHERE placa_id = ${farm.board.placa_id}`],
  ])('in %s is gone from every service once that one is back', async (servicio, rows) => {
    const farm = await viva();
    const neighbourEmpresa = await viva();
    const antes = await trailsOf(neighbourEmpresa);
    await holding(`SELECT 1 FROM ${rows(farm)} FOR UPDATE`, async () => {
      expect((await eliminar(farm)).status).toBe(204);
      await somebodyWaits();
      await kill(servicio);
    });
    await sana();
    await eventually(async () => expect(await trailsOf(farm)).toEqual([]), 180_000);
    expect(await trailsOf(neighbourEmpresa)).toEqual(antes);
    // The gateway reads its list of boards every second.
    await eventually(async () => {
      const entra = connectBoard(acequia.mqtt, farm.board).then((board) => board.endAsync(true));
      await expect(entra).rejects.toThrow();
    });
  });
});

it('a user whose deletion is cut short is whole, and gone when deleted again', async () => {
  const farm = await viva();
  const params = { id: farm.usuario.id };
  await holding(`SELECT 1 FROM auth_tenancy.sesiones WHERE usuario_id = ${params.id} FOR UPDATE`, async () => {
    const answer = root.raw('usuarios.eliminar', { params });
    await somebodyWaits();
    await kill('auth-tenancy');
    expect((await answer).status).toBe(503);
  });
  await sana();
  const query = { usuario_id: params.id };
  expect(await farm.usuario.api.call('switches.de_usuario', { query })).toHaveLength(2);
  await root.call('usuarios.eliminar', { params });
  await eventually(async () => expect((await farm.usuario.api.raw('switches.de_usuario', { query })).status).toBe(401));
  expect((await root.raw('switches.de_usuario', { query })).status).toBe(404);
});
