import { type CallInput, type Persona, TOKENS_MAX } from '@acequia/contracts';
import { hashOfToken, TokenReader } from '@acequia/service-kit';
import { GATEWAY, refusal, World } from '../auth-tenancy.fixture.js';

type TokenInput = CallInput<'tokens.crear'>;

/** Fields that may be left out on the wire. */
const EMPTY = { empresa_id: null, sitios: null, max_s: null };
const HOUR_MS = 3_600_000;
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).codigo;

describe('tokens for programs', () => {
  let world: World;
  /** As api-gateway reads them: with its cache. */
  let reader: TokenReader;

  beforeAll(async () => {
    world = await World.start();
    reader = new TokenReader(world.redis, async (hash) => (await world.call('tokens.abrir', { hash }, GATEWAY)).valido);
  });
  afterAll(() => world?.stop());

  const make = (maker: Persona, data: Partial<TokenInput> = {}) =>
    world.call(
      'tokens.crear',
      { ...EMPTY, nombre: 'ERP', permisos: ['leer'], vence: Date.now() + 24 * HOUR_MS, ...data },
      maker,
    );
  const check = (token: string) => reader.check(hashOfToken(token));

  it('do what they were made for until they are revoked, at once, and leave their text nowhere', async () => {
    const { id: empresa_id } = await world.empresa();
    const admin = await world.persona('admin_empresa', empresa_id);
    const made = await make(admin, { permisos: ['leer', 'operar'], max_s: 600 });
    expect(made.token).toMatch(/^acq_[\w-]{43}$/);
    expect(await check(made.token)).toMatchObject({
      id: made.id,
      nombre: 'ERP',
      usuario_id: admin.usuario_id,
      empresas: [empresa_id],
      permisos: ['leer', 'operar'],
      max_s: 600,
      sitios: null,
    });
    const [listed] = await world.call('tokens.listar', {}, admin);
    expect(listed).toMatchObject({ id: made.id, estado: 'vigente', usado: new Date().toISOString().slice(0, 10) });
    expect(listed).not.toHaveProperty('token');
    await world.call('tokens.revocar', { id: made.id }, admin);
    expect(await check(made.token)).toBeNull();
    const rows = await world.database.query<object[]>('SELECT * FROM tokens');
    const trail = await world.database.query<object[]>(
      `SELECT accion, nombre, empresa_id, antes, despues FROM auditoria WHERE entidad = 'token:${made.id}' ORDER BY id`,
    );
    expect(trail).toMatchObject([
      { accion: 'token.crear', nombre: 'ERP', empresa_id, despues: { permisos: 'leer, operar', max_s: 600 } },
      { accion: 'token.revocar', nombre: 'ERP', empresa_id },
    ]);
    expect(JSON.stringify([rows, trail])).not.toContain(made.token);
    expect(JSON.stringify(trail)).not.toContain(hashOfToken(made.token));
  });

  it("never go beyond their maker's present right", async () => {
    const [own, other] = [await world.empresa(), await world.empresa()];
    const ana = await world.usuario('admin_empresa', own.id);
    const { token } = await make(await world.logInAs(ana.email));
    const works = async () => (await check(token)) !== null;
    // What did not work is remembered for 3 s, and may work again then.
    const worksAgain = async () =>
      (await world.call('tokens.abrir', { hash: hashOfToken(token) }, GATEWAY)).valido !== null;
    expect(await works()).toBe(true);
    await world.call('usuarios.suspender', { id: ana.id }, world.root);
    expect(await works()).toBe(false);
    await world.call('usuarios.reactivar', { id: ana.id }, world.root);
    expect(await worksAgain()).toBe(true);
    await world.save(ana, { rol: 'usuario' });
    expect(await works()).toBe(false);
    await world.save(ana, { rol: 'admin_empresa', empresa_id: other.id });
    expect(await works()).toBe(false);
    const [listed] = await world.call('tokens.listar', { empresa_id: own.id }, world.root);
    expect(listed?.estado).toBe('sin_efecto');
    await world.save(ana, { rol: 'admin_empresa', empresa_id: own.id });
    expect(await worksAgain()).toBe(true);
    await world.call('usuarios.eliminar', { id: ana.id }, world.root);
    expect(await works()).toBe(false);
  });

  it('of several companies work for those that are in force', async () => {
    const [first, second] = [await world.empresa(), await world.empresa()];
    const { token, id, empresas } = await make(world.root, { empresas: [first.id, second.id] });
    expect(empresas).toEqual([first.id, second.id]);
    const open = async () => (await world.call('tokens.abrir', { hash: hashOfToken(token) }, GATEWAY)).valido?.empresas;
    expect(await open()).toEqual([first.id, second.id]);
    await world.call('empresas.desactivar', { id: first.id }, world.root);
    expect(await open()).toEqual([second.id]);
    await world.call('empresas.eliminar', { id: first.id }, world.root);
    await world.call('empresas.desactivar', { id: second.id }, world.root);
    expect(await open()).toBeUndefined();
    await world.call('empresas.activar', { id: second.id }, world.root);
    expect(await open()).toEqual([second.id]);
    await world.call('tokens.revocar', { id }, world.root);
  });

  it("are a company's alone for its admin, who sees of the platform's only their own company", async () => {
    const [own, foreign] = [await world.empresa(), await world.empresa()];
    const admin = await world.persona('admin_empresa', own.id);
    const rosa = await world.persona('usuario', own.id);
    const both = await make(world.root, { empresas: [own.id, foreign.id] });
    const theirs = await make(world.root, { empresa_id: foreign.id });
    const mine = await make(admin, { empresa_id: own.id });
    const list = await world.call('tokens.listar', {}, admin);
    expect(list.map(({ id, empresas }) => [id, empresas])).toEqual([
      [both.id, [own.id]],
      [mine.id, [own.id]],
    ]);
    expect(await codeOf(world.call('tokens.listar', { empresa_id: foreign.id }, admin))).toBe('no_encontrado');
    expect(await codeOf(world.call('tokens.revocar', { id: theirs.id }, admin))).toBe('no_encontrado');
    expect(await codeOf(world.call('tokens.revocar', { id: both.id }, admin))).toBe('puesto_por_la_plataforma');
    expect(await codeOf(make(admin, { empresas: [own.id, foreign.id] }))).toBe('sin_permiso');
    expect(await codeOf(make(admin, { empresa_id: foreign.id }))).toBe('no_encontrado');
    for (const call of [make(rosa), world.call('tokens.listar', {}, rosa)])
      expect(await codeOf(call)).toBe('sin_permiso');
    const program = { ...admin, token: { id: mine.id, nombre: 'ERP', max_s: null } };
    expect(await codeOf(make(program))).toBe('sin_permiso');
    expect(await codeOf(world.call('tokens.revocar', { id: mine.id }, program))).toBe('sin_permiso');
    expect(await codeOf(world.call('tokens.abrir', { hash: hashOfToken(mine.token) }, world.root))).toBe('sin_permiso');
  });

  it('end by themselves, within two years, and are refused without a company, a permission or an end', async () => {
    const { id: empresa_id } = await world.empresa();
    const admin = await world.persona('admin_empresa', empresa_id);
    const { token, id } = await make(admin);
    await world.database.query(`UPDATE tokens SET vence = now() - interval '1 s' WHERE id = $1`, [id]);
    expect(await check(token)).toBeNull();
    expect((await world.call('tokens.listar', {}, admin))[0]?.estado).toBe('vencido');
    const bad: [Partial<TokenInput>, string][] = [
      [{ vence: Date.now() - 1 }, 'vence'],
      [{ vence: Date.now() + 800 * 24 * HOUR_MS }, 'vence'],
      [{ permisos: [] }, 'permisos'],
      [{ permisos: ['leer', 'leer'] }, 'permisos'],
      [{ max_s: 60 }, 'max_s'],
      [{ permisos: ['leer', 'medir'], sitios: ['Norte'] }, 'sitios'],
      [{ sitios: [] }, 'sitios'],
      [{ empresa_id, empresas: [empresa_id] }, 'empresas'],
    ];
    for (const [data, campo] of bad) {
      const { codigo, detalles } = await refusal(make(admin, data));
      expect([codigo, detalles?.[0]?.campo.split('.').at(-1)]).toEqual(['datos_invalidos', campo]);
    }
    expect(await codeOf(make(world.root))).toBe('datos_invalidos');
  });

  it('are not kept by their hundreds', async () => {
    const { id: empresa_id } = await world.empresa();
    const { id } = await make(world.root, { empresa_id });
    await world.database.query(
      `WITH more AS (INSERT INTO tokens (usuario_id, nombre, hash, permisos, vence)
         SELECT usuario_id, nombre, 'h' || n, permisos, vence FROM tokens, generate_series(2, $2::integer) AS n WHERE id = $1 RETURNING id)
       INSERT INTO tokens_empresas SELECT id, $3 FROM more`,
      [id, TOKENS_MAX, empresa_id],
    );
    expect(await codeOf(make(world.root, { empresa_id }))).toBe('limite_tokens');
  });
});
