import { hashOfToken } from '@acequia/service-kit';
import { GATEWAY, refusal, World } from '../auth-tenancy.fixture.js';

/** The code of the error that a call ends in. */
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).codigo;

describe('links for wall screens', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  const open = (token: string) => world.call('muros.abrir', { hash: hashOfToken(token) }, GATEWAY);

  it('open what they were made for until they are revoked, and leave their token nowhere', async () => {
    const { id: empresa_id } = await world.empresa();
    const { token, id } = await world.call('muros.crear', { nombre: 'Bodega', empresa_id }, world.root);
    expect(await open(token)).toEqual({ nombre: 'Bodega', empresa_id });
    expect(JSON.stringify(await world.database.query('SELECT * FROM muros'))).not.toContain(token);
    const trail = await world.database.query<object[]>(`SELECT * FROM auditoria WHERE entidad = 'muro:${id}'`);
    expect(trail).toMatchObject([{ accion: 'muro.crear', nombre: 'Bodega', empresa_id }]);
    expect(JSON.stringify(trail)).not.toContain(token);

    const [listed] = await world.call('muros.listar', { empresa_id }, world.root);
    expect(listed).toEqual({
      id,
      nombre: 'Bodega',
      empresa_id,
      creado_ts: expect.any(Number) as number,
      visto_ts: expect.any(Number) as number,
    });
    await world.call('muros.revocar', { id }, world.root);
    expect(await codeOf(open(token))).toBe('enlace_invalido');
    expect(await codeOf(open('inventado'))).toBe('enlace_invalido');
    const after = await world.database.query<object[]>(
      `SELECT accion FROM auditoria WHERE entidad = 'muro:${id}' ORDER BY id`,
    );
    expect(after).toEqual([{ accion: 'muro.crear' }, { accion: 'muro.revocar' }]);
  });

  it("to all companies are an admin_global's alone; of a company, its admin's too", async () => {
    const [own, foreign] = [await world.empresa(), await world.empresa()];
    const admin = await world.persona('admin_empresa', own.id);
    const make = (empresa_id: number | null, caller = admin) =>
      world.call('muros.crear', { nombre: 'Muro', empresa_id }, caller);
    expect(await codeOf(make(null))).toBe('sin_permiso');
    expect(await codeOf(make(foreign.id))).toBe('no_encontrado');
    const [mine, theirs] = [await make(own.id), await make(foreign.id, world.root)];
    const all = await make(null, world.root);
    expect((await world.call('muros.listar', {}, admin)).map(({ id }) => id)).toEqual([mine.id]);
    for (const { id } of [theirs, all])
      expect(await codeOf(world.call('muros.revocar', { id }, admin))).toBe('no_encontrado');
    expect(await open(all.token)).toEqual({ nombre: 'Muro', empresa_id: null });
    expect(await codeOf(world.call('muros.abrir', { hash: hashOfToken(all.token) }, world.root))).toBe('sin_permiso');
  });

  it('of a suspended or a deleted company read nothing', async () => {
    const { id } = await world.empresa();
    const { token } = await world.call('muros.crear', { nombre: 'Muro', empresa_id: id }, world.root);
    await world.call('empresas.desactivar', { id }, world.root);
    expect(await codeOf(open(token))).toBe('enlace_invalido');
    await world.call('empresas.activar', { id }, world.root);
    expect(await open(token)).toMatchObject({ empresa_id: id });
    await world.call('empresas.eliminar', { id }, world.root);
    expect(await codeOf(open(token))).toBe('enlace_invalido');
  });
});
