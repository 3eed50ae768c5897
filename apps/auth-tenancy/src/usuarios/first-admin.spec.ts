import { ADMIN, refusal, World } from '../auth-tenancy.fixture.js';
import { authTenancyEnv } from '../env.js';

describe('the first administrator', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  const administrators = async (): Promise<string[]> =>
    (await world.call('usuarios.listar', {}, world.root))
      .filter(({ rol }) => rol === 'admin_global')
      .map((u) => u.email);

  it('is made once, also when two instances start at the same moment', async () => {
    await world.database.query('DELETE FROM usuarios');
    await Promise.all([world.startAuth(), world.startAuth()]);
    world.root = await world.logInAs(ADMIN.email, ADMIN.password);
    expect(await administrators()).toEqual([ADMIN.email]);
  });

  it('is not created again where there is one, also after a changed password', async () => {
    const { email } = await world.usuario('admin_global', null);
    const persona = await world.logInAs(email);
    await world.call('usuarios.eliminar', { id: world.root.usuario_id }, persona);
    await world.startAuth();
    expect((await refusal(world.logIn(ADMIN.email, ADMIN.password))).codigo).toBe('credenciales_invalidas');
    world.root = persona;
    expect(await administrators()).toEqual([email]);
  });

  it('does not take the account of somebody else', async () => {
    await world.database.query('DELETE FROM usuarios');
    await world.database.query(
      `WITH e AS (INSERT INTO empresas (nombre, telefono_celular, telegram_chat_id, comunicador_numero, comunicador_imei,
         fecha_vencimiento, activa, zona_horaria, version) VALUES ('E', '', '', '', '', '2999-01-01', true, 'UTC', 1) RETURNING id)
       INSERT INTO usuarios (nombre, email, clave_hash, rol, empresa_id, activo, ver, version, grants_version)
       SELECT 'X', $1, 'x', 'usuario', e.id, true, 1, 1, 1 FROM e`,
      [ADMIN.email],
    );
    await world.startAuth();
    expect(await world.database.query('SELECT rol FROM usuarios')).toEqual([{ rol: 'usuario' }]);
  });

  it('does not get a common password: the service does not start', async () => {
    await world.database.query('DELETE FROM usuarios');
    await expect(world.startAuth({ ACEQUIA_ADMIN_PASSWORD: 'password123' })).rejects.toThrow(
      'ACEQUIA_ADMIN_PASSWORD is too common',
    );
  });

  it('needs both address and password', () => {
    const valid = (more: object): boolean => authTenancyEnv.safeParse({ ...world.env, ...more }).success;
    expect(valid({})).toBe(true);
    expect(valid({ ACEQUIA_ADMIN_EMAIL: 'a@acequia.test', ACEQUIA_ADMIN_PASSWORD: 'acequia-demo' })).toBe(true);
    expect(valid({ ACEQUIA_ADMIN_EMAIL: 'a@acequia.test' })).toBe(false);
    expect(valid({ ACEQUIA_ADMIN_PASSWORD: 'acequia-demo' })).toBe(false);
  });
});
