import { CLAVE, refusal, World } from '../auth-tenancy.fixture.js';
import { LoginTrail } from './login-trail.js';

describe('the trail of logins', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world?.stop());

  const rows = (email: string): Promise<{ accion: string; usuario_id: number | null; despues: object }[]> =>
    world.database.query(
      `SELECT accion, usuario_id, entidad, empresa_id, despues FROM auth_tenancy.auditoria
        WHERE nombre = $1 AND entidad LIKE 'acceso:%' ORDER BY id`,
      [email],
    );
  const from = { ip: '198.51.100.7', navegador: 'jest' };

  it('records logins and refusals, with address and reason', async () => {
    const empresa = await world.empresa();
    const { id, email } = await world.usuario('usuario', empresa.id);
    await world.logIn(email, CLAVE, from.ip);
    await refusal(world.logIn(email, 'no-es-la-clave', from.ip));
    await world.call('usuarios.suspender', { id }, world.root);
    await refusal(world.logIn(email, CLAVE, from.ip));
    const refused = { accion: 'acceso.rechazar', entidad: `acceso:${id}`, empresa_id: empresa.id, usuario_id: null };
    expect(await rows(email)).toEqual([
      { accion: 'acceso.entrar', entidad: `acceso:${id}`, empresa_id: empresa.id, usuario_id: id, despues: from },
      { ...refused, despues: { ...from, motivo: 'clave_incorrecta' } },
      { ...refused, despues: { ...from, motivo: 'usuario_suspendido' } },
    ]);
  });

  it('keeps the address that was tried, if it is one', async () => {
    await refusal(world.logIn('nadie-asi@acequia.test', 'clave-tecleada-aqui', from.ip));
    await refusal(world.logIn('clave-en-el-campo-del-correo', 'x', from.ip));
    expect(await rows('nadie-asi@acequia.test')).toMatchObject([{ despues: { motivo: 'cuenta_desconocida' } }]);
    const all = JSON.stringify(await world.database.query('SELECT * FROM auth_tenancy.auditoria'));
    for (const secret of ['clave-tecleada-aqui', 'clave-en-el-campo-del-correo']) expect(all).not.toContain(secret);
  });

  it('records a flood in few rows with their counts', async () => {
    const { email } = await world.usuario('admin_global', null);
    for (let n = 0; n < 18; n++) await refusal(world.logIn(email, 'no-es-la-clave', '198.51.100.8'));
    const turnedAway = (await rows(email)).filter(
      ({ despues }) => 'motivo' in despues && despues.motivo === 'demasiados_intentos',
    );
    expect(turnedAway.map(({ despues }) => ('intentos' in despues ? despues.intentos : 1))).toEqual([1, 2, 4, 8]);
  });

  it('forgets refusals after 400 days, and no other row', async () => {
    const { email } = await world.usuario('admin_global', null);
    await world.logIn(email, CLAVE, from.ip);
    for (let n = 0; n < 2; n++) await refusal(world.logIn(email, 'no-es-la-clave', from.ip));
    await world.database.query(
      `UPDATE auth_tenancy.auditoria SET ts = now() - interval '401 days' WHERE nombre = $1 AND id <
         (SELECT max(id) FROM auth_tenancy.auditoria WHERE nombre = $1)`,
      [email],
    );
    const { n } = (await world.database.query('SELECT count(*)::int AS n FROM auth_tenancy.auditoria'))[0] as {
      n: number;
    };
    await world.app.get(LoginTrail).prune();
    expect((await rows(email)).map(({ accion }) => accion)).toEqual(['acceso.entrar', 'acceso.rechazar']);
    expect(await world.database.query('SELECT count(*)::int AS n FROM auth_tenancy.auditoria')).toEqual([{ n: n - 1 }]);
  });
});
