import type { CallInput } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

let next = 6_000;
const batch = (empresa_id: number, pines: number[]): CallInput<'switches.guardar_lote'> => {
  const dispositivo_id = next++;
  return { switches: pines.map((pin) => item(empresa_id, dispositivo_id, pin)) };
};
/** Creates a company's inventory: a board with two switches, a board without switches, and a device. */
const populate = async (empresa_id: number): Promise<string[]> => {
  const { switches } = await world.call('switches.guardar_lote', batch(empresa_id, [25, 26]), GLOBAL);
  const [loose] = await world.call('placas.registrar', { empresa_id, id: null, nombre: '' }, GLOBAL);
  const dispositivo = await world.call(
    'dispositivos.crear',
    { nombre: 'B', shelly_id: 'x', auth_key: '', tipo: 'otro', server: '', empresa_id, fecha_vencimiento: null },
    GLOBAL,
  );
  return [
    ...switches.map(({ id }) => `switch:${id}`),
    `placa:${switches[0]?.placa_id}`,
    `placa:${loose?.placa_id}`,
    `dispositivo:${dispositivo.id}`,
  ];
};
const eliminar = (empresa_id: number): Promise<void> =>
  world.emit('empresa.eliminada', `empresa:${empresa_id}`, 9, { id: empresa_id });
const rows = async (empresa_id: number): Promise<number> => {
  const rows: { n: number }[] = await world.dataSource.query(
    `SELECT ((SELECT count(*) FROM inventory.switches WHERE empresa_id = $1)
           + (SELECT count(*) FROM inventory.placas WHERE empresa_id = $1)
           + (SELECT count(*) FROM inventory.dispositivos WHERE empresa_id = $1))::int AS n`,
    [empresa_id],
  );
  return rows[0]?.n ?? -1;
};
const gone = (entidad: string): number => world.eventsOf(entidad).filter(({ name }) => /\.elimin/.test(name)).length;

describe('a company', () => {
  it('can be used as soon as it exists, before any event arrives', async () => {
    const empresa_id = world.empresa();
    const { switches } = await world.call('switches.guardar_lote', batch(empresa_id, [25]), GLOBAL);
    expect(switches).toHaveLength(1);
  });

  it('is asked for once and then known', async () => {
    const empresa_id = world.empresa();
    const asked = () => world.asked.filter(({ name }) => name === 'empresas.ficha').length;
    const before = asked();
    await world.call('switches.listar', { empresa_id }, GLOBAL);
    await world.call('switches.listar', { empresa_id }, GLOBAL);
    await world.call('placas.listar', { empresa_id }, GLOBAL);
    expect(asked()).toBe(before + 1);
  });

  it('is known from its event, without asking', async () => {
    const id = 500_001;
    await world.emit('empresa.guardada', `empresa:${id}`, 1, {
      id,
      nombre: 'Solo por evento',
      activa: 1,
      zona_horaria: 'UTC',
      fecha_vencimiento: '2099-01-01',
    });
    await until(() =>
      world.call('switches.listar', { empresa_id: id }, GLOBAL).then(
        () => true,
        () => false,
      ),
    );
  });
});

describe('a write of two companies', () => {
  it('is done all the same when it met a deadlock on the way', async () => {
    const [from, to] = [world.empresa(), world.empresa()];
    const cuerpo = {
      nombre: 'B',
      shelly_id: 'x',
      auth_key: '',
      tipo: 'otro',
      server: '',
      fecha_vencimiento: null,
    } as const;
    const { id } = await world.call('dispositivos.crear', { ...cuerpo, empresa_id: from }, GLOBAL);
    await world.call('dispositivos.listar', { empresa_id: to }, GLOBAL);
    const other = await new DataSource({ type: 'postgres', url: world.databaseUrl }).initialize();
    const runner = other.createQueryRunner();
    const lock = (empresa_id: number): Promise<unknown> =>
      runner.query('SELECT 1 FROM inventory.empresas WHERE id = $1 FOR UPDATE', [empresa_id]);
    await runner.startTransaction();
    await lock(to);
    const move = world.call('dispositivos.actualizar', { ...cuerpo, id, empresa_id: to }, GLOBAL);
    await until(async () => {
      const rows: unknown[] = await other.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"empresas"%FOR UPDATE%'
           AND datname = current_database()`,
      );
      return rows.length > 0;
    });
    const crossed = lock(from).catch(() => undefined);
    await crossed;
    await runner.rollbackTransaction();
    expect(await move).toMatchObject({ empresa_id: to, version: 3 });
    await other.destroy();
  });
});

describe('the end of a company', () => {
  it('takes its switches, boards and devices along, and tells of each under a higher rev', async () => {
    const empresa_id = world.empresa();
    const entities = await populate(empresa_id);
    await eliminar(empresa_id);
    await until(() => entities.every((entidad) => gone(entidad) === 1));
    expect(await rows(empresa_id)).toBe(0);
    for (const entidad of entities) {
      const events = world.eventsOf(entidad);
      const last = events.at(-1);
      expect(last?.name).toMatch(/\.elimin/);
      for (const event of events.slice(0, -1)) expect(event.rev).toBeLessThan(last?.rev ?? 0);
    }
  });

  it('leaves the neighbours alone', async () => {
    const [doomed, neighbour] = [world.empresa(), world.empresa()];
    const entities = await populate(doomed);
    await populate(neighbour);
    await eliminar(doomed);
    await until(() => entities.every((entidad) => gone(entidad) === 1));
    expect(await rows(neighbour)).toBe(5);
  });

  it('is final: nothing new is taken for it, though auth-tenancy were asked', async () => {
    const empresa_id = world.empresa();
    const entities = await populate(empresa_id);
    await eliminar(empresa_id);
    await until(() => entities.every((entidad) => gone(entidad) === 1));
    await expect(world.call('switches.guardar_lote', batch(empresa_id, [25]), GLOBAL)).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
    await expect(world.call('switches.listar', { empresa_id }, GLOBAL)).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
  });

  it('covers rows that are being written at that moment', async () => {
    const empresa_id = world.empresa();
    await populate(empresa_id);
    const writes = Array.from({ length: 10 }, () =>
      world.call('switches.guardar_lote', batch(empresa_id, [25, 26]), GLOBAL).then(
        () => 'saved',
        (error: { codigo: string }) => error.codigo,
      ),
    );
    await eliminar(empresa_id);
    for (const answer of await Promise.all(writes)) expect(['saved', 'no_encontrado']).toContain(answer);
    await until(async () => (await rows(empresa_id)) === 0);
    await expect(world.call('switches.listar', { empresa_id }, GLOBAL)).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
    expect(await rows(empresa_id)).toBe(0);
  });

  it('cut off halfway leaves everything as it was, and is done once in the end', async () => {
    const empresa_id = world.empresa();
    const entities = await populate(empresa_id);
    const obstacle = await new DataSource({ type: 'postgres', url: world.databaseUrl }).initialize();
    const runner = obstacle.createQueryRunner();
    await runner.startTransaction();
    // The deletion removes devices last: when it waits for this lock, switches and boards are already deleted.
    await runner.query('SELECT 1 FROM inventory.dispositivos WHERE empresa_id = $1 FOR UPDATE', [empresa_id]);
    await eliminar(empresa_id);
    const halfway = async (): Promise<{ pid: number }[]> =>
      obstacle.query(
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"dispositivos"%'
           AND datname = current_database()`,
      );
    await until(async () => (await halfway()).length > 0);
    for (const { pid } of await halfway()) await obstacle.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await rows(empresa_id)).toBe(5);
    expect(entities.filter((entidad) => gone(entidad) > 0)).toEqual([]);
    await runner.rollbackTransaction();
    await obstacle.destroy();
    await until(() => entities.every((entidad) => gone(entidad) > 0));
    expect(await rows(empresa_id)).toBe(0);
    const told: { n: number }[] = await world.dataSource.query(
      `SELECT count(*)::int AS n FROM inventory.auditoria WHERE empresa_id = $1 AND accion LIKE '%.eliminar'`,
      [empresa_id],
    );
    expect(told[0]?.n).toBe(entities.length);
  });
});
