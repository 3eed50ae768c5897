import { TEST_SECRET_KEY, until } from '@acequia/testing';
import { deriveKey, SessionInvalidator } from '@acequia/service-kit';
import { JwtService } from '@nestjs/jwt';
import { ADMIN, CLAVE, claimsOf, GATEWAY, personaOf, refusal, World } from '../auth-tenancy.fixture.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionSweeper } from './session-sweeper.js';

const OTHER_KEY = 'otra-clave-larga';
const CREDENTIALS = { codigo: 'credenciales_invalidas', texto: 'Credenciales inválidas o servidor no disponible.' };

describe('sessions', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  describe('entrar', () => {
    it('answers with a signed token of 12 hours and who entered', async () => {
      const empresa = await world.empresa({ nombre: 'La Noria', zona_horaria: 'America/Mazatlan' });
      const usuario = await world.usuario('usuario', empresa.id, { nombre: 'Inés', email: 'ines@acequia.test' });
      const { token, user } = await world.logIn(' Ines@Acequia.TEST ');
      expect(user).toEqual({
        id: usuario.id,
        nombre: 'Inés',
        email: 'ines@acequia.test',
        rol: 'usuario',
        empresa_id: empresa.id,
        empresa_nombre: 'La Noria',
        zona_horaria: 'America/Mazatlan',
      });
      const secret = deriveKey(TEST_SECRET_KEY, 'jwt');
      const claims = new JwtService().verify<{ sub: string; iat: number; exp: number }>(token, {
        secret,
        algorithms: ['HS256'],
      });
      expect(claims).toMatchObject({ sub: String(usuario.id), rol: 'usuario', empresa_id: empresa.id, ver: 1 });
      expect(claims.exp - claims.iat).toBe(12 * 60 * 60);
      expect(await world.valid(token)).toBe(true);
    });

    it('lets a person hold several sessions', async () => {
      const [one, other] = await Promise.all([
        world.logIn(ADMIN.email, ADMIN.password),
        world.logIn(ADMIN.email, ADMIN.password),
      ]);
      expect(claimsOf(one.token).sid).not.toBe(claimsOf(other.token).sid);
      expect([await world.valid(one.token), await world.valid(other.token)]).toEqual([true, true]);
    });

    it('answers every failure alike, each at the price of one hash', async () => {
      const [empresa, suspended, expired] = await Promise.all([
        world.empresa(),
        world.empresa({ activa: 0 }),
        world.empresa({ fecha_vencimiento: '2020-01-01' }),
      ]);
      const [activo, inactive, ofSuspended, ofExpired] = await Promise.all([
        world.usuario('usuario', empresa.id),
        world.usuario('usuario', empresa.id, { activo: 0 }),
        world.usuario('admin_empresa', suspended.id),
        world.usuario('usuario', expired.id),
      ]);
      const hasher = world.app.get(PasswordHasher);
      const verificar = hasher.verificar.bind(hasher);
      let hashes = 0;
      hasher.verificar = (...check) => {
        hashes += 1;
        return verificar(...check);
      };
      const attempts: [string, string][] = [
        [activo.email, 'no-es-esta-clave'],
        ['nadie@acequia.test', CLAVE],
        ['ni siquiera un correo\u0000', CLAVE],
        ['', ''],
        [inactive.email, CLAVE],
        [ofSuspended.email, CLAVE],
        [ofExpired.email, CLAVE],
        [activo.email, 'x'.repeat(1_000)],
      ];
      const answers: unknown[] = [];
      for (const [email, clave] of attempts) answers.push(await refusal(world.logIn(email, clave)));
      hasher.verificar = verificar;
      expect(answers).toEqual(attempts.map(() => CREDENTIALS));
      expect(hashes).toBe(attempts.length);
    });

    it('lets an admin_global of a suspended company in', async () => {
      const empresa = await world.empresa({ activa: 0 });
      const { email } = await world.usuario('admin_global', empresa.id);
      expect(await world.valid((await world.logIn(email)).token)).toBe(true);
    });

    it('takes a password of 200 characters', async () => {
      const password = 'Ñandú 7 '.repeat(25);
      const { email } = await world.usuario('admin_global', null, { password });
      expect((await world.logIn(email, password)).user.email).toBe(email);
      expect(await refusal(world.logIn(email, password.slice(0, 72)))).toEqual(CREDENTIALS);
    });
  });

  describe('what ends them', () => {
    const causes: [
      string,
      (target: { id: number; empresa_id: number | null }) => Promise<unknown>,
      'dies' | 'stays',
    ][] = [
      ['suspending the user', ({ id }) => world.call('usuarios.suspender', { id }, world.root), 'dies'],
      ['deleting the user', ({ id }) => world.call('usuarios.eliminar', { id }, world.root), 'dies'],
      [
        'suspending the company',
        (t) => world.call('empresas.desactivar', { id: Number(t.empresa_id) }, world.root),
        'dies',
      ],
      [
        'deleting the company',
        (t) => world.call('empresas.eliminar', { id: Number(t.empresa_id) }, world.root),
        'dies',
      ],
      [
        'the company running out',
        (t) =>
          world.call(
            'empresas.actualizar',
            { ...world.profile({ fecha_vencimiento: '2020-01-01' }), id: Number(t.empresa_id) },
            world.root,
          ),
        'dies',
      ],
      ['another rol', (t) => cambiar(t, { rol: 'admin_empresa' }), 'dies'],
      ['another password', (t) => cambiar(t, { password: OTHER_KEY }), 'dies'],
      ['another company', async (t) => cambiar(t, { empresa_id: (await world.empresa()).id }), 'dies'],
      ['being saved as inactive', (t) => cambiar(t, { activo: 0 }), 'dies'],
      ['another name', (t) => cambiar(t, { nombre: 'Otro nombre' }), 'stays'],
      ['being reactivated', ({ id }) => world.call('usuarios.reactivar', { id }, world.root), 'stays'],
    ];

    const cambiar = (target: { id: number; empresa_id: number | null }, data: object): Promise<unknown> =>
      world.call(
        'usuarios.actualizar',
        { ...world.form({ empresa_id: target.empresa_id, password: '', ...data }), id: target.id },
        world.root,
      );

    it.each(causes)('%s', async (_name, change, outcome) => {
      const empresa = await world.empresa();
      const usuario = await world.usuario('usuario', empresa.id);
      const { token } = await world.logIn(usuario.email);
      expect(await world.valid(token)).toBe(true);
      await change(usuario);
      // Immediately: the cache entry was invalidated, not left to expire.
      expect(await world.valid(token)).toBe(outcome === 'stays');
    });

    it('does not bring sessions back with the company', async () => {
      const empresa = await world.empresa();
      const { email } = await world.usuario('usuario', empresa.id);
      const { token } = await world.logIn(email);
      await world.call('empresas.desactivar', { id: empresa.id }, world.root);
      await world.call('empresas.activar', { id: empresa.id }, world.root);
      expect(await world.valid(token)).toBe(false);
      expect(await world.valid((await world.logIn(email)).token)).toBe(true);
    });

    it('a logout ends one session and no other', async () => {
      const { email } = await world.usuario('admin_global', null);
      const [one, other] = [await world.logIn(email), await world.logIn(email)];
      expect(await world.valid(one.token)).toBe(true);
      const persona = personaOf(one.token);
      await world.call('sesiones.salir', { sid: persona.sid }, persona);
      expect([await world.valid(one.token), await world.valid(other.token)]).toEqual([false, true]);
    });

    it('a person cannot log another one out', async () => {
      const { email } = await world.usuario('admin_global', null);
      const { token } = await world.logIn(email);
      const answer = await refusal(world.call('sesiones.salir', { sid: claimsOf(token).sid }, world.root));
      expect(answer.codigo).toBe('no_encontrado');
      expect(await world.valid(token)).toBe(true);
    });

    it('their time, and then they are swept away', async () => {
      const { email } = await world.usuario('admin_global', null);
      const { token } = await world.logIn(email);
      const { sid } = claimsOf(token);
      await world.database.query(`UPDATE sesiones SET vence = now() - interval '1 second' WHERE sid = $1`, [sid]);
      expect(await world.valid(token)).toBe(false);
      await world.app.get(SessionSweeper).sweep();
      expect(await world.database.query('SELECT sid FROM sesiones WHERE sid = $1', [sid])).toEqual([]);
    });
  });

  describe('verificar', () => {
    it('answers only for sessions that are exactly as asked', async () => {
      const { email } = await world.usuario('admin_global', null);
      const { sid, sub, ver } = claimsOf((await world.logIn(email)).token);
      const usuario_id = Number(sub);
      const asked = (sesion: { sid: string; usuario_id: number; ver: number }) =>
        world.call('sesiones.verificar', { sesiones: [sesion] }, GATEWAY);
      expect(await asked({ sid, usuario_id, ver })).toEqual([
        { sid, usuario_id, ver, rol: 'admin_global', empresa_id: null, grants_version: 1 },
      ]);
      expect(await asked({ sid, usuario_id, ver: ver + 1 })).toEqual([]);
      expect(await asked({ sid, usuario_id: world.root.usuario_id, ver })).toEqual([]);
      expect(await asked({ sid: 'no-existe-esta-sesion', usuario_id, ver })).toEqual([]);
    });

    it('is for services only', async () => {
      const answer = await refusal(world.call('sesiones.verificar', { sesiones: [] }, world.root));
      expect(answer.codigo).toBe('sin_permiso');
    });
  });

  it('keeps neither passwords nor tokens in the database', async () => {
    const password = 'clave-que-no-debe-verse';
    const { email } = await world.usuario('admin_global', null, { password });
    const { token } = await world.logIn(email, password);
    const tables = await world.database.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'auth_tenancy'`,
    );
    expect(tables.length).toBeGreaterThan(4);
    for (const { name } of tables) {
      const rows = await world.database.query(`SELECT * FROM auth_tenancy."${name}"`);
      const text = JSON.stringify(rows);
      expect(text).not.toContain(password);
      expect(text).not.toContain(token);
    }
    const trail = JSON.stringify(await world.database.query('SELECT antes, despues FROM auth_tenancy.auditoria'));
    expect(trail).not.toContain('argon2');
  });

  it('end although the caches are away', async () => {
    const { id, email } = await world.usuario('usuario', (await world.empresa()).id);
    const { token } = await world.logIn(email);
    expect(await world.valid(token)).toBe(true);
    const invalidator = world.app.get(SessionInvalidator);
    const endUsuario = invalidator.endUsuario.bind(invalidator);
    invalidator.endUsuario = () => Promise.reject(new Error('Redis is away'));
    await world.call('usuarios.suspender', { id }, world.root);
    invalidator.endUsuario = endUsuario;
    await until(async () => !(await world.valid(token)));
  });
});
