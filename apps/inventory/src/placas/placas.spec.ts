import {
  type Caller,
  CREDENCIAL_ANTERIOR_MS,
  type Dialecto,
  type EventData,
  type PlacaCredencial,
} from '@acequia/contracts';
import { RedisServer, testDatabase, testEnv, type TestDatabase } from '@acequia/testing';
import { GLOBAL, until, World } from '../inventory.fixture.js';
import { sha256 } from './credenciales.js';

let database: TestDatabase;
let redis: RedisServer;
let world: World;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), RedisServer.start()]);
  world = await World.start({ database: database.url, redis: redis.url, env: testEnv() });
}, 120_000);
afterAll(async () => {
  await world?.stop();
  await redis?.stop();
  await database?.drop();
});

const registrar = (
  empresa_id: number,
  pedido: { id?: number; cantidad?: number; nombre?: string; dialecto?: Dialecto } = {},
) => world.call('placas.registrar', { id: null, nombre: '', ...pedido, empresa_id }, GLOBAL);
const registrarUna = async (empresa_id: number, id?: number): Promise<PlacaCredencial> => {
  const [placa] = await registrar(empresa_id, id === undefined ? {} : { id });
  if (!placa) throw new Error('no board was registered');
  return placa;
};
const conSwitch = (empresa_id: number, dispositivo_id: number, hardware_pin = 25) =>
  world.call(
    'switches.guardar_lote',
    {
      switches: [
        {
          nombre: 'Bomba',
          tipo: 'motor',
          zona: 'Norte',
          empresa_id,
          dispositivo_id,
          switch_site_id: 1,
          hardware_pin,
          sensor_pin: null,
        },
      ],
    },
    GLOBAL,
  );
const enBase = async (): Promise<string> => {
  const rows: { todo: string }[] = await world.dataSource.query(
    `SELECT coalesce(string_agg(t::text, ' '), '') AS todo FROM (
       SELECT to_jsonb(p) AS t FROM inventory.placas p UNION ALL SELECT to_jsonb(a) FROM inventory.auditoria a
       UNION ALL SELECT to_jsonb(o) FROM inventory.bus_outbox o) todo`,
  );
  return rows[0]?.todo ?? '';
};

describe('registering boards', () => {
  it('gives them the next free numbers from 1001 and credentials of 192 random bits', async () => {
    const placas = await registrar(world.empresa(), { cantidad: 3, nombre: 'Lote' });
    expect(placas.map(({ id }) => id)).toEqual([1001, 1002, 1003]);
    expect(placas.map(({ username }) => username)).toEqual(['1001', '1002', '1003']);
    for (const { password } of placas) expect(Buffer.from(password, 'base64url')).toHaveLength(24);
    expect(new Set(placas.map(({ password }) => password)).size).toBe(3);
  });

  it('keeps nothing of a password but its SHA-256', async () => {
    const { placa_id, password } = await registrarUna(world.empresa());
    await until(() => world.eventsOf(`placa:${placa_id}`).length > 0);
    expect(world.eventsOf(`placa:${placa_id}`)[0]).toMatchObject({
      name: 'placa.guardada',
      rev: 1,
      data: { placa_id, revocada: 0, credencial_sha256: sha256(password) },
    });
    expect(await enBase()).toContain(sha256(password));
    expect(await enBase()).not.toContain(password);
  });

  it('of another firmware says so with the credentials, in the list and to the gateway, for good', async () => {
    const empresa_id = world.empresa();
    const [placa] = await registrar(empresa_id, { dialecto: 'tasmota' });
    const placa_id = placa?.placa_id ?? 0;
    expect(placa).toMatchObject({ dialecto: 'tasmota', username: String(placa?.id) });
    const renovada = await world.call('placas.renovar_credencial', { placa_id }, GLOBAL);
    expect(renovada.dialecto).toBe('tasmota');
    await until(() => world.eventsOf(`placa:${placa_id}`).length > 1);
    for (const { data } of world.eventsOf(`placa:${placa_id}`)) expect(data).toMatchObject({ dialecto: 'tasmota' });
    const listadas = await world.call('placas.listar', { empresa_id }, GLOBAL);
    expect(listadas.map(({ dialecto }) => dialecto)).toEqual(['tasmota']);
    expect((await registrarUna(empresa_id)).dialecto).toBe('acequia');
  });

  it('takes a chosen number once, whichever company has it', async () => {
    const { id } = await registrarUna(world.empresa(), 7_000);
    expect(id).toBe(7_000);
    await expect(registrarUna(world.empresa(), 7_000)).rejects.toMatchObject({ codigo: 'numero_de_placa_ocupado' });
  });

  it('gives a number that was freed to another board', async () => {
    const empresa_id = world.empresa();
    const first = await registrarUna(empresa_id, 7_100);
    await world.call('placas.eliminar', { placa_id: first.placa_id }, GLOBAL);
    const second = await registrarUna(empresa_id, 7_100);
    expect(second.placa_id).not.toBe(first.placa_id);
  });

  it('fills the gaps of the numbers', async () => {
    const empresa_id = world.empresa();
    const [, middle] = await registrar(empresa_id, { cantidad: 3 });
    await world.call('placas.eliminar', { placa_id: middle?.placa_id ?? 0 }, GLOBAL);
    expect((await registrarUna(empresa_id)).id).toBe(middle?.id);
  });

  it('never gives one number twice, however many ask at once', async () => {
    const empresas = [world.empresa(), world.empresa(), world.empresa()];
    const lotes = await Promise.all(
      empresas.flatMap((id) => Array.from({ length: 8 }, () => registrar(id, { cantidad: 3 }))),
    );
    const numeros = lotes.flat().map(({ id }) => id);
    expect(new Set(numeros).size).toBe(72);
  });

  it('registers a thousand in one call and tells of each', async () => {
    const placas = await registrar(world.empresa(), { cantidad: 1_000 });
    expect(new Set(placas.map(({ id }) => id)).size).toBe(1_000);
    const ids = new Set(placas.map(({ placa_id }) => placa_id));
    await until(
      () => world.events.filter(({ data }) => 'placa_id' in data && ids.has(data.placa_id ?? 0)).length === 1_000,
    );
  }, 60_000);

  it('is refused for a company that does not exist', async () => {
    await expect(registrarUna(987_654)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});

describe('the credentials of a board', () => {
  it('are renewed: the old password ends, a revocation too', async () => {
    const empresa_id = world.empresa();
    const { placa_id, password } = await registrarUna(empresa_id);
    const admin = world.persona('admin_empresa', empresa_id);
    await world.call('placas.revocar', { placa_id }, admin);
    const renewed = await world.call('placas.renovar_credencial', { placa_id }, admin);
    expect(renewed.password).not.toBe(password);
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 3);
    expect(world.eventsOf(`placa:${placa_id}`).map(({ rev, data }) => ({ rev, ...data }))).toMatchObject([
      { rev: 1, revocada: 0, credencial_sha256: sha256(password) },
      { rev: 2, revocada: 1 },
      { rev: 3, revocada: 0, credencial_sha256: sha256(renewed.password) },
    ]);
    expect(await enBase()).not.toContain(renewed.password);
  });
});

describe('the replaced credentials of a board', () => {
  it('go with the new ones for a day, the newest three, and end when it is revoked', async () => {
    const empresa_id = world.empresa();
    const { placa_id, password } = await registrarUna(empresa_id);
    const passwords = [password];
    for (let i = 0; i < 4; i++)
      passwords.unshift((await world.call('placas.renovar_credencial', { placa_id }, GLOBAL)).password);
    await world.call('placas.revocar', { placa_id }, GLOBAL);
    await world.call('placas.renovar_credencial', { placa_id }, GLOBAL);
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 7);
    const anteriores = world
      .eventsOf(`placa:${placa_id}`)
      .map(({ data }) => (data as EventData<'placa.guardada'>).credenciales_anteriores ?? []);
    expect(anteriores.map((unas) => unas.length)).toEqual([0, 1, 2, 3, 3, 0, 0]);
    expect(anteriores[4]?.map((una) => una.sha256)).toEqual(passwords.slice(1, 4).map(sha256));
    for (const { hasta } of anteriores[4] ?? []) {
      expect(hasta).toBeGreaterThan(Date.now());
      expect(hasta).toBeLessThanOrEqual(Date.now() + CREDENCIAL_ANTERIOR_MS);
    }
  });
});

describe('deleting a board', () => {
  it('is refused while it has switches', async () => {
    const empresa_id = world.empresa();
    const { id, placa_id } = await registrarUna(empresa_id);
    const { switches } = await conSwitch(empresa_id, id);
    await expect(world.call('placas.eliminar', { placa_id }, GLOBAL)).rejects.toMatchObject({ codigo: 'placa_en_uso' });
    await world.call('switches.eliminar', { id: switches[0]?.id ?? 0 }, GLOBAL);
    await world.call('placas.eliminar', { placa_id }, GLOBAL);
    await expect(world.call('placas.revocar', { placa_id }, GLOBAL)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('is told with a rev above all earlier ones', async () => {
    const { placa_id } = await registrarUna(world.empresa());
    await world.call('placas.revocar', { placa_id }, GLOBAL);
    await world.call('placas.eliminar', { placa_id }, GLOBAL);
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 3);
    expect(world.eventsOf(`placa:${placa_id}`).at(-1)).toMatchObject({
      name: 'placa.eliminada',
      rev: 3,
      data: { placa_id },
    });
  });

  it('leaves no switch behind when one is being added at the same time', async () => {
    const empresa_id = world.empresa();
    for (let round = 0; round < 5; round += 1) {
      const { id, placa_id } = await registrarUna(empresa_id);
      const [added, deleted] = await Promise.allSettled([
        conSwitch(empresa_id, id),
        world.call('placas.eliminar', { placa_id }, world.persona('admin_global', null)),
      ]);
      // Either the switch came first and keeps its board, or the board went first and the number was registered anew.
      expect(added.status).toBe('fulfilled');
      const fila = added.status === 'fulfilled' ? added.value.switches[0] : undefined;
      expect(fila?.placa_id === placa_id).toBe(deleted.status === 'rejected');
    }
  });
});

describe('the list of boards', () => {
  it('shows how each is connected and how many switches it has', async () => {
    const empresa_id = world.empresa();
    const { id, placa_id } = await registrarUna(empresa_id);
    await conSwitch(empresa_id, id, 25);
    await conSwitch(empresa_id, id, 26);
    world.conexiones.set(placa_id, {
      placa_id,
      online: 1,
      ultimo_visto: 5_000,
      fw: '1.4.0',
      rssi: -61,
      reloj_adelantado: 0,
    });
    const [placa] = await world.call('placas.listar', { empresa_id }, GLOBAL);
    expect(placa).toEqual({
      id,
      placa_id,
      empresa_id,
      nombre: '',
      modelo: 'esp32',
      dialecto: 'acequia',
      revocada: 0,
      credencial_definida: 1,
      switches: 2,
      online: 1,
      ultimo_visto: 5_000,
      fw: '1.4.0',
      rssi: -61,
      reloj_adelantado: 0,
    });
  });

  it('holds only the own boards of an admin_empresa', async () => {
    const [mine, other] = [world.empresa(), world.empresa()];
    const { id } = await registrarUna(mine);
    await registrarUna(other);
    const admin = world.persona('admin_empresa', mine);
    expect((await world.call('placas.listar', {}, admin)).map((placa) => placa.id)).toEqual([id]);
    await expect(world.call('placas.listar', { empresa_id: other }, admin)).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
  });

  it('fails rather than guess while device-gateway is away', async () => {
    const empresa_id = world.empresa();
    await registrarUna(empresa_id);
    await world.stopGateway();
    await expect(world.call('placas.listar', { empresa_id }, GLOBAL)).rejects.toMatchObject({
      codigo: 'servicio_no_disponible',
    });
    await world.restartGateway();
    expect(await world.call('placas.listar', { empresa_id }, GLOBAL)).toHaveLength(1);
  });

  it('is empty, without asking anybody, for a company without boards', async () => {
    const before = world.asked.filter(({ name }) => name === 'placas.conexion').length;
    expect(await world.call('placas.listar', { empresa_id: world.empresa() }, GLOBAL)).toEqual([]);
    expect(world.asked.filter(({ name }) => name === 'placas.conexion')).toHaveLength(before);
  });
});

describe('who may manage boards', () => {
  const callers = (empresa_id: number): [string, Caller][] => [
    ['admin_empresa', world.persona('admin_empresa', empresa_id)],
    ['usuario', world.persona('usuario', empresa_id)],
  ];

  it('only an admin_global registers and deletes them', async () => {
    const empresa_id = world.empresa();
    const { placa_id } = await registrarUna(empresa_id);
    for (const [, caller] of callers(empresa_id)) {
      await expect(world.call('placas.registrar', { empresa_id, id: null, nombre: '' }, caller)).rejects.toMatchObject({
        codigo: 'sin_permiso',
      });
      await expect(world.call('placas.eliminar', { placa_id }, caller)).rejects.toMatchObject({
        codigo: 'sin_permiso',
      });
    }
  });

  it("another company's board is as absent as one that never was", async () => {
    const { placa_id } = await registrarUna(world.empresa());
    const stranger = world.persona('admin_empresa', world.empresa());
    for (const id of [placa_id, 2_000_000]) {
      await expect(world.call('placas.revocar', { placa_id: id }, stranger)).rejects.toMatchObject({
        codigo: 'no_encontrado',
      });
      await expect(world.call('placas.renovar_credencial', { placa_id: id }, stranger)).rejects.toMatchObject({
        codigo: 'no_encontrado',
      });
    }
    expect(world.eventsOf(`placa:${placa_id}`).filter(({ rev }) => rev > 1)).toEqual([]);
  });
});
