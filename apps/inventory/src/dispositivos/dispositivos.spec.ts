import type { CallInput, Caller, Dispositivo } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { TEST_SECRET_KEY, until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';

let world: World;
const box = new SecretBox(TEST_SECRET_KEY);

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

type Request = CallInput<'dispositivos.crear'>;

const request = (empresa_id: number, change: Partial<Request> = {}): Request => ({
  nombre: 'Bomba',
  shelly_id: 'c45bbe5f1a01',
  auth_key: '',
  tipo: 'shelly_1',
  server: 'https://shelly-12-eu.shelly.cloud',
  empresa_id,
  fecha_vencimiento: '2099-12-31',
  ...change,
});
const crear = (empresa_id: number, change: Partial<Request> = {}, caller: Caller = GLOBAL): Promise<Dispositivo> =>
  world.call('dispositivos.crear', request(empresa_id, change), caller);
const actualizar = (id: number, empresa_id: number, change: Partial<Request> = {}, caller: Caller = GLOBAL) =>
  world.call('dispositivos.actualizar', { ...request(empresa_id, change), id }, caller);
const guardada = async (id: number): Promise<string | null> => {
  const rows: { k: string | null }[] = await world.dataSource.query(
    'SELECT auth_key_cifrada AS k FROM inventory.dispositivos WHERE id = $1',
    [id],
  );
  return rows[0]?.k ?? null;
};
const isOpen = async (id: number): Promise<string | null> => {
  const sealed = await guardada(id);
  return sealed === null ? null : box.decrypt(sealed, 'dispositivo.auth_key');
};

describe('a device', () => {
  it('is created, listed and published', async () => {
    const empresa_id = world.empresa();
    const made = await crear(empresa_id, { auth_key: 'clave-secreta' });
    expect(made).toEqual({
      id: made.id,
      nombre: 'Bomba',
      shelly_id: 'c45bbe5f1a01',
      auth_key: '',
      auth_key_definida: 1,
      tipo: 'shelly_1',
      server: 'https://shelly-12-eu.shelly.cloud',
      empresa_id,
      fecha_vencimiento: '2099-12-31',
      vencido: 0,
      activo: 1,
      suspendido: 0,
      sitio: '',
      vigila_switch_id: null,
      version: 1,
    });
    expect(await world.call('dispositivos.listar', { empresa_id }, GLOBAL)).toEqual([made]);
    await until(() => world.eventsOf(`dispositivo:${made.id}`).length === 1);
    const [event] = world.eventsOf(`dispositivo:${made.id}`);
    expect(event).toMatchObject({ name: 'dispositivo.guardado', rev: 1, data: { id: made.id, empresa_id } });
    const { auth_key_cifrada } = event?.data as { auth_key_cifrada: string };
    expect(box.decrypt(auth_key_cifrada, 'dispositivo.auth_key')).toBe('clave-secreta');
  });

  it('keeps its auth_key sealed: the text is nowhere in the database', async () => {
    await crear(world.empresa(), { auth_key: 'texto-que-nadie-ve' });
    const rows: { todo: string }[] = await world.dataSource.query(
      `SELECT string_agg(t::text, ' ') AS todo FROM (
         SELECT to_jsonb(d) AS t FROM inventory.dispositivos d UNION ALL SELECT to_jsonb(a) FROM inventory.auditoria a
         UNION ALL SELECT to_jsonb(o) FROM inventory.bus_outbox o) todo`,
    );
    expect(rows[0]?.todo).toContain('auth_key_cifrada');
    expect(rows[0]?.todo).not.toContain('texto-que-nadie-ve');
  });

  it('keeps its auth_key when an empty one is saved, and changes it when one is given', async () => {
    const empresa_id = world.empresa();
    const { id } = await crear(empresa_id, { auth_key: 'primera' });
    await actualizar(id, empresa_id, { nombre: 'Otra', auth_key: '' });
    expect(await isOpen(id)).toBe('primera');
    const changed = await actualizar(id, empresa_id, { auth_key: 'segunda' });
    expect(await isOpen(id)).toBe('segunda');
    expect(changed).toMatchObject({ version: 3, auth_key: '', auth_key_definida: 1 });
    expect((await crear(empresa_id, { shelly_id: 'c45bbe5f1a02' })).auth_key_definida).toBe(0);
  });

  it('is suspended and reactivated, both flags at once', async () => {
    const { id } = await crear(world.empresa());
    expect(await world.call('dispositivos.suspender', { id }, GLOBAL)).toMatchObject({ activo: 0, suspendido: 1 });
    expect(await world.call('dispositivos.reactivar', { id }, GLOBAL)).toMatchObject({ activo: 1, suspendido: 0 });
    await until(() => world.eventsOf(`dispositivo:${id}`).length === 3);
    expect(world.eventsOf(`dispositivo:${id}`).map(({ rev }) => rev)).toEqual([1, 2, 3]);
  });

  it('refuses a stale version, and takes none at all', async () => {
    const empresa_id = world.empresa();
    const { id } = await crear(empresa_id);
    const actual = await actualizar(id, empresa_id, { version: 1, auth_key: 'nadie-la-ve' });
    const refused = actualizar(id, empresa_id, { version: 1 });
    await expect(refused).rejects.toMatchObject({ codigo: 'version_vieja', actual });
    expect(JSON.stringify(await refused.catch((error: unknown) => error))).not.toContain('nadie-la-ve');
    expect((await actualizar(id, empresa_id)).version).toBe(3);
  });

  it('is deleted, with a rev above its last one', async () => {
    const empresa_id = world.empresa();
    const { id } = await crear(empresa_id);
    await world.call('dispositivos.eliminar', { id }, GLOBAL);
    await until(() => world.eventsOf(`dispositivo:${id}`).length === 2);
    expect(world.eventsOf(`dispositivo:${id}`)[1]).toMatchObject({
      name: 'dispositivo.eliminado',
      rev: 2,
      data: { id, empresa_id },
    });
    await expect(actualizar(id, empresa_id)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('that moves to another company is first published as deleted from the old one', async () => {
    const [from, to] = [world.empresa(), world.empresa()];
    const { id } = await crear(from, { auth_key: 'k' });
    expect(await actualizar(id, to)).toMatchObject({ empresa_id: to, version: 3, auth_key_definida: 0 });
    await until(() => world.eventsOf(`dispositivo:${id}`).length === 3);
    expect(world.eventsOf(`dispositivo:${id}`)).toMatchObject([
      { name: 'dispositivo.guardado', rev: 1, data: { empresa_id: from } },
      { name: 'dispositivo.eliminado', rev: 2, data: { empresa_id: from } },
      { name: 'dispositivo.guardado', rev: 3, data: { empresa_id: to } },
    ]);
    const usuario = world.usuario(from, { dispositivos: [id] });
    expect(await world.call('dispositivos.de_usuario', { usuario_id: usuario.usuario_id }, usuario)).toEqual([]);
  });
});

describe('the server of a device', () => {
  it.each(['http://127.0.0.1', 'https://169.254.169.254', 'https://x.shelly.cloud@evil.com', 'shelly.cloud.evil.com'])(
    '%s is refused when it is saved',
    async (server) => {
      const empresa_id = world.empresa();
      await expect(crear(empresa_id, { server })).rejects.toMatchObject({ codigo: 'servidor_no_permitido' });
      const { id } = await crear(empresa_id, { server: '' });
      await expect(actualizar(id, empresa_id, { server })).rejects.toMatchObject({ codigo: 'servidor_no_permitido' });
    },
  );

  it('may be empty, or a bare host', async () => {
    const empresa_id = world.empresa();
    expect((await crear(empresa_id, { server: '' })).server).toBe('');
    expect((await crear(empresa_id, { shelly_id: 'c45bbe5f1a02', server: 'Shelly-7-eu.shelly.cloud' })).server).toBe(
      'shelly-7-eu.shelly.cloud',
    );
  });
});

describe('the expiry of a device', () => {
  /** The current day (YYYY-MM-DD) in a zone. */
  const dayIn = (zone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());

  it('follows the day of its company, and the day itself still counts', async () => {
    for (const zona_horaria of ['Pacific/Niue', 'Pacific/Kiritimati', 'America/Mexico_City']) {
      const empresa_id = world.empresa({ zona_horaria });
      expect((await crear(empresa_id, { fecha_vencimiento: dayIn(zona_horaria) })).vencido).toBe(0);
    }
    // 25 hours lie between them: what is today in Niue is always past in Kiritimati.
    const ahead = world.empresa({ zona_horaria: 'Pacific/Kiritimati' });
    const dispositivo = await crear(ahead, { fecha_vencimiento: dayIn('Pacific/Niue') });
    expect(dispositivo).toMatchObject({ vencido: 1, fecha_vencimiento: dayIn('Pacific/Niue') });
    expect(await world.call('dispositivos.listar', { empresa_id: ahead }, GLOBAL)).toEqual([dispositivo]);
  });

  it('follows a change of the zone', async () => {
    const empresa_id = world.empresa({ zona_horaria: 'Pacific/Niue' });
    const { vencido, id } = await crear(empresa_id, { fecha_vencimiento: dayIn('Pacific/Niue') });
    expect(vencido).toBe(0);
    const profile = { id: empresa_id, nombre: 'X', activa: 1, zona_horaria: 'Pacific/Kiritimati' } as const;
    await world.emit('empresa.guardada', `empresa:${empresa_id}`, 2, { ...profile, fecha_vencimiento: '2099-01-01' });
    await until(async () => (await world.call('dispositivos.listar', { empresa_id }, GLOBAL))[0]?.vencido === 1);
    expect(id).toBeGreaterThan(0);
  });

  it('may be absent', async () => {
    expect(await crear(world.empresa(), { fecha_vencimiento: '' })).toMatchObject({
      fecha_vencimiento: null,
      vencido: 0,
    });
  });
});

describe('the devices of a user', () => {
  it('are those assigned that still exist in their company', async () => {
    const [mine, other] = [world.empresa(), world.empresa()];
    const own = await crear(mine);
    const foreign = await crear(other);
    const gone = await crear(mine, { shelly_id: 'c45bbe5f1a02' });
    await world.call('dispositivos.eliminar', { id: gone.id }, GLOBAL);
    const usuario = world.usuario(mine, { dispositivos: [own.id, foreign.id, gone.id] });
    expect(await world.call('dispositivos.de_usuario', { usuario_id: usuario.usuario_id }, usuario)).toEqual([own]);
    await expect(
      world.call('dispositivos.de_usuario', { usuario_id: usuario.usuario_id }, world.usuario(mine)),
    ).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
