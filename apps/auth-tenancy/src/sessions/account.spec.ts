import { CLAVE, personaOf, refusal, World } from '../auth-tenancy.fixture.js';

const OTHER_KEY = 'otra-clave-larga';
const CREDENTIALS = { codigo: 'credenciales_invalidas', texto: 'Credenciales inválidas o servidor no disponible.' };

describe('cuenta.leer', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  it('answers what the login answered, with the zone that the company has by now', async () => {
    const { id } = await world.empresa();
    const { email } = await world.usuario('usuario', id);
    const { token, user } = await world.logIn(email);
    expect(await world.call('cuenta.leer', {}, personaOf(token))).toEqual(user);
    await world.database.query('UPDATE empresas SET zona_horaria = $2 WHERE id = $1', [id, 'Australia/Adelaide']);
    expect(await world.call('cuenta.leer', {}, personaOf(token))).toEqual({
      ...user,
      zona_horaria: 'Australia/Adelaide',
    });
  });
});

describe('cuenta.cambiar_clave', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });

  afterAll(() => world?.stop());

  const cambiar = (token: string, actual: string, nueva: string) =>
    world.call('cuenta.cambiar_clave', { actual, nueva, ip: '192.0.2.1', navegador: 'jest' }, personaOf(token));

  it('ends the other sessions and answers with a new one', async () => {
    const { email } = await world.usuario('usuario', (await world.empresa()).id);
    const [here, elsewhere] = [await world.logIn(email), await world.logIn(email)];
    expect(await world.valid(elsewhere.token)).toBe(true);
    const fresh = await cambiar(here.token, CLAVE, OTHER_KEY);
    expect([await world.valid(here.token), await world.valid(elsewhere.token)]).toEqual([false, false]);
    expect(await world.valid(fresh.token)).toBe(true);
    expect(fresh.user.email).toBe(email);
    expect(await refusal(world.logIn(email, CLAVE))).toEqual(CREDENTIALS);
    expect((await world.logIn(email, OTHER_KEY)).user.email).toBe(email);
  });

  it('asks for the present password and refuses a common one', async () => {
    const { email } = await world.usuario('admin_global', null);
    const { token } = await world.logIn(email);
    expect((await refusal(cambiar(token, 'no-es-la-mia', OTHER_KEY))).codigo).toBe('clave_actual_incorrecta');
    expect((await refusal(cambiar(token, CLAVE, 'password123'))).codigo).toBe('clave_comun');
    expect(await world.valid(token)).toBe(true);
  });

  it('is throttled like a login, so that passwords cannot be guessed there', async () => {
    const { email } = await world.usuario('admin_global', null);
    const { token } = await world.logIn(email);
    const answers = [];
    for (let guess = 0; guess < 11; guess++) answers.push(await refusal(cambiar(token, `adivina-${guess}`, OTHER_KEY)));
    expect(answers.at(9)?.codigo).toBe('clave_actual_incorrecta');
    expect(answers.at(10)?.codigo).toBe('demasiadas_solicitudes');
    expect(answers.at(10)?.wait_s).toBeGreaterThan(0);
  });

  it('lets only one of two changes at once win', async () => {
    const { email } = await world.usuario('admin_global', null);
    const { token } = await world.logIn(email);
    const nuevas = ['primera-clave-nueva', 'segunda-clave-nueva'];
    const results = await Promise.allSettled(nuevas.map((nueva) => cambiar(token, CLAVE, nueva)));
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const works = await Promise.allSettled(nuevas.map((nueva) => world.logIn(email, nueva)));
    expect(works.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
