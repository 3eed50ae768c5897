import { type Empresa, EmpresaSave, type Persona, sistema } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { TEST_SECRET_KEY, until } from '@acequia/testing';
import { refusal, World } from '../auth-tenancy.fixture.js';
import { Transactions } from '../storage/transactions.js';
import { EmpresasService } from './empresas.service.js';

const TOKEN = '123456:token-del-bot-que-nadie-ve';

describe('companies', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  const save = (empresa: Empresa, data: object = {}): Promise<Empresa> =>
    world.call(
      'empresas.actualizar',
      { ...world.profile({ nombre: empresa.nombre, ...data }), id: empresa.id },
      world.root,
    );
  const sealedValue = async (id: number): Promise<string | null> => {
    const rows = await world.database.query<{ sealed: string | null }[]>(
      'SELECT token_telegram_cifrado AS sealed FROM empresas WHERE id = $1',
      [id],
    );
    return rows[0]?.sealed ?? null;
  };

  describe('exist', () => {
    const INVENTORY = sistema('inventory');
    const exists = async (id: number) => (await world.call('empresas.existe', { id }, INVENTORY)).existe;
    /** What inventory is told before the transaction of a new company ends, and after it. */
    const told = async (kept: boolean) => {
      let id = 0;
      let before = '';
      const transaction = world.app.get(Transactions).run(async (tx) => {
        const saved = EmpresaSave.parse(world.profile());
        ({ id } = await world.app.get(EmpresasService).createIn(tx, world.root, saved));
        before = (await refusal(exists(id))).codigo;
        if (!kept) throw new Error('not kept');
      });
      await transaction.catch(() => undefined);
      let after: number | undefined;
      // The autovacuum of the table holds a lock for a moment, too.
      await until(async () => (after = await exists(id).catch(() => undefined)) !== undefined);
      return { before, after };
    };

    it('for verification only after the transaction that creates them has ended', async () => {
      expect(await told(true)).toEqual({ before: 'servicio_no_disponible', after: 1 });
      expect(await told(false)).toEqual({ before: 'servicio_no_disponible', after: 0 });
    });

    it('for services alone', async () => {
      const { id } = await world.empresa();
      expect((await refusal(world.call('empresas.existe', { id }, world.root))).codigo).toBe('sin_permiso');
    });
  });

  it('come back as they were saved', async () => {
    const empresa = await world.empresa({
      nombre: ' Rancho El Álamo ',
      telefono_celular: '667 123 4567',
      telegram_chat_id: '-100200300',
      costo_plan: 1499.9,
      limite_usuarios: 12,
      comunicador_numero: '6671234567',
      comunicador_imei: '356938035643809',
      comunicador_vencimiento: '2027-02-28',
      fecha_vencimiento: '2027-12-31T00:00:00.000Z',
      zona_horaria: 'America/Mazatlan',
    });
    expect(empresa).toEqual({
      id: expect.any(Number) as number,
      nombre: 'Rancho El Álamo',
      telefono_celular: '667 123 4567',
      token_telegram: '',
      token_telegram_definido: 0,
      telegram_chat_id: '-100200300',
      costo_plan: 1499.9,
      limite_usuarios: 12,
      comunicador_numero: '6671234567',
      comunicador_imei: '356938035643809',
      comunicador_vencimiento: '2027-02-28',
      fecha_vencimiento: '2027-12-31',
      activa: 1,
      zona_horaria: 'America/Mazatlan',
      latitud: null,
      longitud: null,
      altitud: null,
      tarifa_kwh: null,
      version: 1,
    });
    expect(await world.call('empresas.obtener', { id: empresa.id }, world.root)).toEqual(empresa);
    expect(await world.call('empresas.listar', {}, world.root)).toContainEqual(empresa);
  });

  it('keep the zone when a client that does not know of it saves them', async () => {
    const empresa = await world.empresa({ zona_horaria: 'America/Hermosillo' });
    expect((await save(empresa)).zona_horaria).toBe('America/Hermosillo');
    expect((await world.empresa()).zona_horaria).toBe('America/Mexico_City');
  });

  it('keep the bot token sealed, never show it, and keep it when a save leaves it empty', async () => {
    const empresa = await world.empresa({ token_telegram: TOKEN });
    expect(empresa).toMatchObject({ token_telegram: '', token_telegram_definido: 1 });
    const sealed = await sealedValue(empresa.id);
    expect(sealed).not.toContain('token-del-bot');
    expect(new SecretBox(TEST_SECRET_KEY).decrypt(sealed ?? '', 'empresa.token_telegram')).toBe(TOKEN);
    expect(await save(empresa)).toMatchObject({ token_telegram: '', token_telegram_definido: 1 });
    expect(await sealedValue(empresa.id)).toBe(sealed);
    await save(empresa, { token_telegram: 'otro-token' });
    expect(
      new SecretBox(TEST_SECRET_KEY).decrypt((await sealedValue(empresa.id)) ?? '', 'empresa.token_telegram'),
    ).toBe('otro-token');
    const trail = JSON.stringify(await world.database.query('SELECT antes, despues FROM auditoria'));
    expect(trail).not.toContain('token-del-bot');
    expect(trail).not.toContain('otro-token');
    expect(trail).toContain('"token_telegram":"cambiado"');
  });

  it('refuse a stale version, and let one of many saves of the same version win', async () => {
    const empresa = await world.empresa();
    const saves = Array.from({ length: 8 }, (_, n) => save(empresa, { nombre: `Nombre ${n}`, version: 1 }));
    const results = await Promise.allSettled(saves);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(7);
    const actual = await world.call('empresas.obtener', { id: empresa.id }, world.root);
    expect(refused[0]?.reason).toMatchObject({ codigo: 'version_vieja', actual });
    expect((await save(empresa)).version).toBe(3);
  });

  it('are suspended and reactivated', async () => {
    const { id } = await world.empresa();
    expect(await world.call('empresas.desactivar', { id }, world.root)).toMatchObject({ activa: 0, version: 2 });
    expect(await world.call('empresas.activar', { id }, world.root)).toMatchObject({ activa: 1, version: 3 });
  });

  it('publish every change to the other services with a rising rev', async () => {
    const empresa = await world.empresa({ nombre: 'Con eventos', fecha_vencimiento: '2030-01-01' });
    const { id } = empresa;
    await save(empresa, { nombre: 'Con otro nombre', fecha_vencimiento: '2031-01-01' });
    await world.call('empresas.desactivar', { id }, world.root);
    await world.call('empresas.eliminar', { id }, world.root);
    await until(() => world.eventsOf(`empresa:${id}`).some(({ name }) => name === 'empresa.eliminada'));
    const last = world.eventsOf(`empresa:${id}`).at(-1);
    expect(last).toMatchObject({ name: 'empresa.eliminada', rev: 4, data: { id } });
    const written = await world.database.query<{ rev: number; name: string; data: object }[]>(
      'SELECT rev, name, data FROM auth_tenancy.bus_outbox WHERE entidad = $1 ORDER BY rev',
      [`empresa:${id}`],
    );
    const profile = {
      id,
      zona_horaria: empresa.zona_horaria,
      latitud: null,
      longitud: null,
      altitud: null,
      tarifa_kwh: null,
    };
    const another = { ...profile, nombre: 'Con otro nombre', fecha_vencimiento: '2031-01-01' };
    expect(written).toEqual([
      {
        rev: 1,
        name: 'empresa.guardada',
        data: { ...profile, nombre: 'Con eventos', activa: 1, fecha_vencimiento: '2030-01-01' },
      },
      { rev: 2, name: 'empresa.guardada', data: { ...another, activa: 1 } },
      { rev: 3, name: 'empresa.guardada', data: { ...another, activa: 0 } },
      { rev: 4, name: 'empresa.eliminada', data: { id } },
    ]);
  });

  it('take their users, sessions and grants with them', async () => {
    const { id } = await world.empresa();
    world.resources.set('switch:1', id);
    const usuario = await world.usuario('usuario', id, { switches: [1] });
    const { token } = await world.logIn(usuario.email);
    expect(await world.valid(token)).toBe(true);
    expect((await world.grants.of(usuario.id)).switches).toEqual([1]);
    await world.call('empresas.eliminar', { id }, world.root);
    expect(await world.valid(token)).toBe(false);
    await expect(world.grants.of(usuario.id)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    for (const table of ['usuarios', 'asignaciones']) {
      expect(await world.database.query(`SELECT 1 FROM ${table} WHERE empresa_id = $1`, [id])).toEqual([]);
    }
    expect((await refusal(world.logIn(usuario.email))).codigo).toBe('credenciales_invalidas');
  });

  it('leave an administrator of the installation behind, without a company', async () => {
    const { id } = await world.empresa();
    world.resources.set('switch:2', id);
    const { email } = await world.usuario('admin_global', id, { switches: [2] });
    await world.call('empresas.eliminar', { id }, world.root);
    const { user } = await world.logIn(email);
    expect(user).toMatchObject({ rol: 'admin_global', empresa_id: null, empresa_nombre: null });
    expect(await world.grants.of(user.id)).toMatchObject({ empresa_id: null, switches: [], version: 2 });
  });

  it('end whole while users are being added, or not at all', async () => {
    const { id } = await world.empresa();
    const [deleted, ...created] = await Promise.allSettled([
      world.call('empresas.eliminar', { id }, world.root),
      ...Array.from({ length: 10 }, () => world.usuario('usuario', id)),
    ]);
    expect(deleted.status).toBe('fulfilled');
    for (const result of created) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ codigo: 'no_encontrado' });
    }
    expect(await world.database.query('SELECT 1 FROM usuarios WHERE empresa_id = $1', [id])).toEqual([]);
  });

  describe('are seen', () => {
    let own: Empresa;
    let foreignOne: Empresa;
    let jefe: Persona;
    let usuario: Persona;

    beforeAll(async () => {
      [own, foreignOne] = [await world.empresa(), await world.empresa()];
      [jefe, usuario] = [await world.persona('admin_empresa', own.id), await world.persona('usuario', own.id)];
    });

    it('by an admin_empresa: only their own', async () => {
      expect(await world.call('empresas.obtener', { id: own.id }, jefe)).toEqual(own);
      expect(await world.call('empresas.seleccion', {}, jefe)).toEqual([{ id: own.id, nombre: own.nombre }]);
      expect((await world.call('empresas.ficha', { id: own.id }, jefe)).nombre).toBe(own.nombre);
      for (const id of [foreignOne.id, 999_999]) {
        const answers = [
          await refusal(world.call('empresas.obtener', { id }, jefe)),
          await refusal(world.call('empresas.ficha', { id }, jefe)),
        ];
        expect(answers).toEqual(Array(2).fill({ codigo: 'no_encontrado', texto: 'No se encontró lo que buscas.' }));
      }
    });

    it('by a usuario: no more than the name and zone of their own', async () => {
      expect(await world.call('empresas.ficha', { id: own.id }, usuario)).toEqual({
        id: own.id,
        nombre: own.nombre,
        activa: 1,
        zona_horaria: own.zona_horaria,
        latitud: null,
        longitud: null,
        altitud: null,
        tarifa_kwh: null,
      });
      expect((await refusal(world.call('empresas.obtener', { id: own.id }, usuario))).codigo).toBe('sin_permiso');
      expect((await refusal(world.call('empresas.seleccion', {}, usuario))).codigo).toBe('sin_permiso');
      expect((await refusal(world.call('empresas.ficha', { id: foreignOne.id }, usuario))).codigo).toBe(
        'no_encontrado',
      );
    });

    it('and changed by an admin_global alone', async () => {
      const { id } = own;
      for (const caller of [jefe, usuario]) {
        const answers = await Promise.all([
          refusal(world.call('empresas.listar', {}, caller)),
          refusal(world.call('empresas.crear', world.profile(), caller)),
          refusal(world.call('empresas.actualizar', { ...world.profile(), id }, caller)),
          refusal(world.call('empresas.activar', { id }, caller)),
          refusal(world.call('empresas.desactivar', { id }, caller)),
          refusal(world.call('empresas.eliminar', { id }, caller)),
        ]);
        expect(answers.map((answer) => answer.codigo)).toEqual(Array(6).fill('sin_permiso'));
      }
      expect(await world.call('empresas.obtener', { id }, world.root)).toEqual(own);
    });
  });
});
