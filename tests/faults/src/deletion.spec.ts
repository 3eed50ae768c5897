import { connectBoard, eventually, Farm, publishTelemetry, SENSOR_PIN, startAcequia } from '@acequia/testing';
import type { ApiClient, RunningAcequia } from '@acequia/testing';
import { Client } from 'pg';
import { CompanyRows } from './company-rows.js';

/**
 * A company's deletion is a chain of steps in six services. The test holds a row that a step needs, kills the step's service
 * with -9, and frees the row: nothing of the company may be left.
 */
let acequia: RunningAcequia;
let root: ApiClient;
let db: Client;
let rows: CompanyRows;

beforeAll(async () => {
  acequia = await startAcequia();
  root = await acequia.loginAdmin();
  db = new Client(acequia.databaseUrl);
  await db.connect();
  rows = await CompanyRows.of(db);
});

afterAll(async () => {
  await db?.end();
  await acequia?.stop();
});

/** A company with rows in every table: people, a device, and a board that has sent samples. */
const viva = async (): Promise<Farm> => {
  const farm = await Farm.create(acequia, root);
  await root.call('dispositivos.crear', {
    body: { nombre: 'Relé', shelly_id: `fin${farm.empresa.id}`, tipo: 'shelly_1', empresa_id: farm.empresa.id },
  });
  const switches = farm.switches.map(({ id }) => id);
  await root.call('enclavamientos.crear', {
    body: { empresa_id: farm.empresa.id, nombre: 'Turno', tipo: 'exclusion', switches, bomba_id: null },
  });
  await root.call('puntos.crear', {
    body: {
      empresa_id: farm.empresa.id,
      placa_id: farm.board.placa_id,
      fuente: { tipo: 'placa', driver: 'pulsos', pin: 32 },
      magnitud: 'volumen',
      nombre: 'Medidor',
    },
  });
  const board = await eventually(() => connectBoard(acequia.mqtt, farm.board));
  await publishTelemetry(board, farm.board.id, { pins: { 4: 1 }, sensors: { [SENSOR_PIN]: { t: 20, h: 50 } } });
  await board.endAsync(true);
  await rows.fill(farm);
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
    await holding(`SELECT 1 FROM auth_tenancy.usuarios WHERE id = ${farm.usuario.id} FOR UPDATE`, async () => {
      const answer = eliminar(farm);
      await somebodyWaits();
      await kill('auth-tenancy');
      expect((await answer).status).toBe(503);
    });
    await sana();
    expect(await rows.missing(farm)).toEqual([]);
    expect((await eliminar(farm)).status).toBe(204);
    await eventually(async () => expect(await rows.in(farm)).toEqual([]), 180_000);
  });

  it.each([
    ['inventory', (farm: Farm) => `inventory.dispositivos WHERE empresa_id = ${farm.empresa.id}`],
    ['device-gateway', (farm: Farm) => `device_gateway.placas WHERE placa_id = ${farm.board.placa_id}`],
    ['telemetry-history', (farm: Farm) => `telemetry_history.lecturas WHERE placa_id = ${farm.board.placa_id}`],
    ['alerts', (farm: Farm) => `alerts.reglas WHERE empresa_id = ${farm.empresa.id}`],
    ['automation', (farm: Farm) => `automation.programas WHERE empresa_id = ${farm.empresa.id}`],
  ])('in %s is gone from every service once that one is back', async (servicio, held) => {
    const farm = await viva();
    const neighbourEmpresa = await viva();
    await holding(`SELECT 1 FROM ${held(farm)} FOR UPDATE`, async () => {
      expect((await eliminar(farm)).status).toBe(204);
      await somebodyWaits();
      await kill(servicio);
    });
    await sana();
    await eventually(async () => expect(await rows.in(farm)).toEqual([]), 180_000);
    expect(await rows.missing(neighbourEmpresa)).toEqual([]);
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
