import { CREDENCIAL_ANTERIOR_MS, type EventData } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { sha256 } from './credentials.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

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
    const placas = await world.registrar(world.empresa(), { cantidad: 3, nombre: 'Lote' });
    expect(placas.map(({ id }) => id)).toEqual([1001, 1002, 1003]);
    expect(placas.map(({ username }) => username)).toEqual(['1001', '1002', '1003']);
    for (const { password } of placas) expect(Buffer.from(password, 'base64url')).toHaveLength(24);
    expect(new Set(placas.map(({ password }) => password)).size).toBe(3);
  });

  it('keeps nothing of a password but its SHA-256', async () => {
    const { placa_id, password } = await world.placa(world.empresa());
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
    const [placa] = await world.registrar(empresa_id, { dialecto: 'tasmota' });
    const placa_id = placa?.placa_id ?? 0;
    expect(placa).toMatchObject({ dialecto: 'tasmota', username: String(placa?.id) });
    const renewed = await world.call('placas.renovar_credencial', { placa_id }, GLOBAL);
    expect(renewed.dialecto).toBe('tasmota');
    await until(() => world.eventsOf(`placa:${placa_id}`).length > 1);
    for (const { data } of world.eventsOf(`placa:${placa_id}`)) expect(data).toMatchObject({ dialecto: 'tasmota' });
    const listed = await world.call('placas.listar', { empresa_id }, GLOBAL);
    expect(listed.map(({ dialecto }) => dialecto)).toEqual(['tasmota']);
    expect((await world.placa(empresa_id)).dialecto).toBe('acequia');
  });

  it('takes a chosen number once, whichever company has it', async () => {
    const { id } = await world.placa(world.empresa(), 7_000);
    expect(id).toBe(7_000);
    await expect(world.placa(world.empresa(), 7_000)).rejects.toMatchObject({ codigo: 'numero_de_placa_ocupado' });
  });

  it('gives a number that was freed to another board', async () => {
    const empresa_id = world.empresa();
    const first = await world.placa(empresa_id, 7_100);
    await world.call('placas.eliminar', { placa_id: first.placa_id }, GLOBAL);
    const second = await world.placa(empresa_id, 7_100);
    expect(second.placa_id).not.toBe(first.placa_id);
  });

  it('fills the gaps of the numbers', async () => {
    const empresa_id = world.empresa();
    const [, middle] = await world.registrar(empresa_id, { cantidad: 3 });
    await world.call('placas.eliminar', { placa_id: middle?.placa_id ?? 0 }, GLOBAL);
    expect((await world.placa(empresa_id)).id).toBe(middle?.id);
  });

  it('never gives one number twice, however many ask at once', async () => {
    const empresas = [world.empresa(), world.empresa(), world.empresa()];
    const batches = await Promise.all(
      empresas.flatMap((id) => Array.from({ length: 8 }, () => world.registrar(id, { cantidad: 3 }))),
    );
    const numbers = batches.flat().map(({ id }) => id);
    expect(new Set(numbers).size).toBe(72);
  });

  it('registers a thousand in one call and tells of each', async () => {
    const placas = await world.registrar(world.empresa(), { cantidad: 1_000 });
    expect(new Set(placas.map(({ id }) => id)).size).toBe(1_000);
    const ids = new Set(placas.map(({ placa_id }) => placa_id));
    await until(
      () => world.events.filter(({ data }) => 'placa_id' in data && ids.has(data.placa_id ?? 0)).length === 1_000,
    );
  });

  it('is refused for a company that does not exist', async () => {
    await expect(world.placa(987_654)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});

describe('the credentials of a board', () => {
  it('are renewed: the old password ends, a revocation too', async () => {
    const empresa_id = world.empresa();
    const { placa_id, password } = await world.placa(empresa_id);
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
    const { placa_id, password } = await world.placa(empresa_id);
    const passwords = [password];
    for (let i = 0; i < 4; i++)
      passwords.unshift((await world.call('placas.renovar_credencial', { placa_id }, GLOBAL)).password);
    await world.call('placas.revocar', { placa_id }, GLOBAL);
    await world.call('placas.renovar_credencial', { placa_id }, GLOBAL);
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 7);
    const previous = world
      .eventsOf(`placa:${placa_id}`)
      .map(({ data }) => (data as EventData<'placa.guardada'>).credenciales_anteriores ?? []);
    expect(previous.map((some) => some.length)).toEqual([0, 1, 2, 3, 3, 0, 0]);
    expect(previous[4]?.map((una) => una.sha256)).toEqual(passwords.slice(1, 4).map(sha256));
    for (const { hasta } of previous[4] ?? []) {
      expect(hasta).toBeGreaterThan(Date.now());
      expect(hasta).toBeLessThanOrEqual(Date.now() + CREDENCIAL_ANTERIOR_MS);
    }
  });
});
