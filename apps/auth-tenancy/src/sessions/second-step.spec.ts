import type { CallInput, Persona, Usuario } from '@acequia/contracts';
import { claimsOf as claims, CLAVE, personaOf, refusal, World } from '../auth-tenancy.fixture.js';
import { codeAt } from './one-time-code.js';

const WINDOW_MS = 30_000;

describe('a second step', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world?.stop());

  const enter = (email: string, codigo?: string, password = CLAVE, ip = '192.0.2.1') =>
    world.call(
      'sesiones.entrar',
      { email, password, ip, navegador: 'jest', ...(codigo !== undefined && { codigo }) },
      { tipo: 'sistema', servicio: 'api-gateway' },
    );
  const call = <N extends 'cuenta.segundo_paso' | 'cuenta.sesiones'>(name: N, caller: Persona) =>
    world.call(name, {} as CallInput<N>, caller);

  /** Sets up a person's second step with the code of the window before, so that the present one is still to be used. */
  const setUp = async (persona: Persona) => {
    const { clave, uri } = await world.call('cuenta.preparar_segundo_paso', { actual: CLAVE }, persona);
    const codigo = codeAt(clave, Date.now() - WINDOW_MS);
    const { respaldos } = await world.call('cuenta.confirmar_segundo_paso', { codigo }, persona);
    return { clave, uri, respaldos };
  };
  const somebody = async (rol: Usuario['rol'] = 'usuario') => {
    const { id: empresa_id } = await world.empresa();
    const usuario = await world.usuario(rol, empresa_id);
    return { ...usuario, empresa_id, persona: await world.logInAs(usuario.email) };
  };

  it('changes nothing for who has none, nor before it is confirmed', async () => {
    const { email, persona } = await somebody();
    expect(await call('cuenta.segundo_paso', persona)).toEqual({ desde: null, respaldos: 0, exigido: 0 });
    const { uri } = await world.call('cuenta.preparar_segundo_paso', { actual: CLAVE }, persona);
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Acequia:${encodeURIComponent(email)}\\?issuer=Acequia&secret=`));
    const wrong = world.call('cuenta.confirmar_segundo_paso', { codigo: '000000' }, persona);
    expect((await refusal(wrong)).codigo).toBe('codigo_incorrecto');
    expect((await enter(email)).user.email).toBe(email);
  });

  it('is asked for after the right password only, and a code counts once', async () => {
    const { email, persona } = await somebody();
    const { clave } = await setUp(persona);
    expect(await call('cuenta.segundo_paso', persona)).toMatchObject({ desde: expect.any(Number), respaldos: 10 });
    expect((await refusal(enter(email, undefined, 'no es esta'))).codigo).toBe('credenciales_invalidas');
    expect((await refusal(enter(email))).codigo).toBe('falta_codigo');
    expect((await refusal(enter(email, '12 34'))).codigo).toBe('codigo_incorrecto');
    const codigo = codeAt(clave);
    const tries = await Promise.allSettled([enter(email, codigo), enter(email, codigo), enter(email, codigo)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await refusal(enter(email, codeAt(clave, Date.now() - WINDOW_MS)))).codigo).toBe('codigo_incorrecto');
    const trail = await world.database.query<{ motivo: string }[]>(
      `SELECT DISTINCT despues->>'motivo' AS motivo FROM auditoria WHERE accion = 'acceso.rechazar' AND nombre = $1 ORDER BY 1`,
      [email],
    );
    expect(trail.map(({ motivo }) => motivo)).toEqual(['clave_incorrecta', 'codigo_incorrecto']);
  });

  it('has recovery codes, each for one login, however they are typed', async () => {
    const { email, persona } = await somebody();
    const { respaldos } = await setUp(persona);
    const [one = '', other = ''] = respaldos;
    expect(new Set(respaldos).size).toBe(10);
    await enter(email, one);
    expect((await refusal(enter(email, one))).codigo).toBe('codigo_incorrecto');
    await enter(email, ` ${other.toLowerCase().replace(/(.{4})/g, '$1-')}`);
    expect((await call('cuenta.segundo_paso', persona)).respaldos).toBe(8);
    const stored = JSON.stringify(await world.database.query('SELECT * FROM segundos_pasos'));
    expect(respaldos.filter((each) => stored.includes(each))).toEqual([]);
  });

  it('cannot be guessed: whoever knows the password has as many tries at the code as at a password, from any number of addresses', async () => {
    const { email, persona } = await somebody();
    await setUp(persona);
    const answers = [];
    for (let guess = 0; guess < 11; guess++)
      answers.push((await refusal(enter(email, '000000', CLAVE, `198.51.100.${guess}`))).codigo);
    expect(answers.at(9)).toBe('codigo_incorrecto');
    expect(answers.at(10)).toBe('demasiadas_solicitudes');
    // Asking without a code uses none of them up.
    for (let ask = 0; ask < 12; ask++)
      expect((await refusal(enter(email, undefined, CLAVE, '203.0.113.9'))).codigo).toBe('falta_codigo');
  });

  it('is taken back with the password and a code', async () => {
    const { email, persona } = await somebody();
    const { clave } = await setUp(persona);
    const take = (actual: string, codigo: string) =>
      world.call('cuenta.quitar_segundo_paso', { actual, codigo }, persona);
    expect((await refusal(take('no es esta', codeAt(clave)))).codigo).toBe('clave_actual_incorrecta');
    expect((await refusal(take(CLAVE, '000000'))).codigo).toBe('codigo_incorrecto');
    await take(CLAVE, codeAt(clave));
    expect((await enter(email)).user.email).toBe(email);
  });

  it('is lifted by an administrator of the same company for who lost it, and their sessions end', async () => {
    const { email, id, empresa_id, persona } = await somebody();
    await setUp(persona);
    const admin = await world.persona('admin_empresa', empresa_id);
    const stranger = await world.persona('admin_empresa', (await world.empresa()).id);
    const lift = (caller: Persona, who = id) => world.call('usuarios.quitar_segundo_paso', { id: who }, caller);
    expect((await refusal(lift(stranger))).codigo).toBe('no_encontrado');
    expect((await refusal(lift(persona))).codigo).toBe('sin_permiso');
    expect((await refusal(lift(admin, admin.usuario_id))).codigo).toBe('uno_mismo');
    expect(await world.call('usuarios.segundo_paso', {}, admin)).toEqual({ exigido: 0, usuarios: [id] });
    await lift(admin);
    expect((await refusal(call('cuenta.segundo_paso', { ...persona, usuario_id: 999_999 }))).codigo).toBe(
      'sesion_invalida',
    );
    expect((await enter(email)).user.email).toBe(email);
    expect((await call('cuenta.sesiones', persona)).length).toBe(1);
  });

  it('may be demanded by a company: who has none keeps only the account, until it is set up', async () => {
    const { email, empresa_id } = await somebody();
    const admin = await world.persona('admin_empresa', empresa_id);
    const stranger = await world.persona('admin_empresa', (await world.empresa()).id);
    const demand = (caller: Persona, exigido: 0 | 1) =>
      world.call('usuarios.exigir_segundo_paso', { empresa_id, exigido }, caller);
    const owes = async (token: string) => {
      const { sub, sid, ver } = claims(token);
      const [session] = await world.call(
        'sesiones.verificar',
        { sesiones: [{ sid, usuario_id: Number(sub), ver }] },
        { tipo: 'sistema', servicio: 'api-gateway' },
      );
      return session?.falta_segundo_paso ?? 0;
    };
    expect((await refusal(demand(stranger, 1))).codigo).toBe('no_encontrado');
    const { token } = await enter(email);
    expect(await owes(token)).toBe(0);
    await demand(admin, 1);
    expect(await owes(token)).toBe(1);
    expect((await enter(email)).user.falta_segundo_paso).toBe(1);
    expect(await call('cuenta.segundo_paso', personaOf(token))).toMatchObject({ desde: null, exigido: 1 });
    await setUp(personaOf(token));
    expect(await owes(token)).toBe(0);
    const rows = await world.database.query<object[]>(
      `SELECT antes, despues FROM auditoria WHERE accion = 'empresa.segundo_paso' AND empresa_id = $1`,
      [empresa_id],
    );
    expect(rows).toEqual([{ antes: { exigido: false }, despues: { exigido: true } }]);
    await demand(admin, 0);
    expect(await world.call('usuarios.segundo_paso', {}, admin)).toMatchObject({ exigido: 0 });
  });

  it('shows a person their own open sessions, and ends one of them', async () => {
    const { email, persona } = await somebody();
    const other = await enter(email, undefined, CLAVE, '198.51.100.7');
    const stranger = await somebody();
    const sessions = await call('cuenta.sesiones', persona);
    expect(sessions.map(({ ip, actual }) => [ip, actual])).toEqual([
      ['198.51.100.7', 0],
      ['192.0.2.1', 1],
    ]);
    const huella = sessions[0]?.huella ?? '';
    const close = (caller: Persona) => world.call('cuenta.cerrar_sesion', { huella }, caller);
    expect((await refusal(close(stranger.persona))).codigo).toBe('no_encontrado');
    expect(await world.valid(other.token)).toBe(true);
    await close(persona);
    expect(await world.valid(other.token)).toBe(false);
    expect((await call('cuenta.sesiones', persona)).map(({ actual }) => actual)).toEqual([1]);
  });
});
