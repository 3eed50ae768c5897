import { CLAVE, refusal, World } from '../auth-tenancy.fixture.js';

const ATTACKER = '203.0.113.66';
const CASA = '192.0.2.10';

describe('the throttle of logins', () => {
  let world: World;
  let serial = 0;

  beforeAll(async () => {
    world = await World.start({ LOGIN_FAILURES_PER_PAIR: '5', LOGIN_FAILURES_PER_ADDRESS: '12' });
  });

  afterAll(() => world?.stop());

  const victim = async (): Promise<string> => (await world.usuario('admin_global', null)).email;
  const codes = async (email: string, ip: string, times: number): Promise<string[]> => {
    const answers: string[] = [];
    for (let time = 0; time < times; time++) {
      answers.push((await refusal(world.logIn(email, 'no-es-la-clave', ip))).codigo);
    }
    return answers;
  };
  const freshAddress = (): string => `198.51.${Math.floor((serial += 1) / 250)}.${serial % 250}`;

  it('makes an address wait after its failures on one account, and says how long', async () => {
    const email = await victim();
    expect(await codes(email, ATTACKER, 6)).toEqual([
      ...Array<string>(5).fill('credenciales_invalidas'),
      'demasiadas_solicitudes',
    ]);
    // Even the right password gets the same answer.
    const answer = await refusal(world.logIn(email, CLAVE, ATTACKER));
    expect(answer.codigo).toBe('demasiadas_solicitudes');
    expect(answer.wait_s).toBeGreaterThan(0);
    expect(answer.wait_s).toBeLessThanOrEqual(900);
  });

  it('leaves the owner of the account alone at another address', async () => {
    const email = await victim();
    await codes(email, freshAddress(), 8);
    expect((await world.logIn(email, CLAVE, CASA)).user.email).toBe(email);
  });

  it('treats unknown accounts the same', async () => {
    expect(await codes('nadie@acequia.test', freshAddress(), 6)).toEqual([
      ...Array<string>(5).fill('credenciales_invalidas'),
      'demasiadas_solicitudes',
    ]);
  });

  it('counts however the address of the account is written', async () => {
    const email = await victim();
    const ip = freshAddress();
    await codes(email.toUpperCase(), ip, 3);
    expect(await codes(` ${email}`, ip, 3)).toContain('demasiadas_solicitudes');
  });

  it('lets no more through when they all come at once', async () => {
    const email = await victim();
    const ip = freshAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => codes(email, ip, 1)));
    expect(answers.flat().filter((code) => code === 'credenciales_invalidas')).toHaveLength(5);
  });

  it('makes an address wait that tries one password on many accounts', async () => {
    const ip = freshAddress();
    const answers: string[] = [];
    for (let account = 0; account < 13; account++) answers.push(...(await codes(`cuenta${account}@x.test`, ip, 1)));
    expect(answers.slice(0, 12)).toEqual(Array<string>(12).fill('credenciales_invalidas'));
    expect(answers[12]).toBe('demasiadas_solicitudes');
  });

  it('does not lock the people of an address out for what one of them does', async () => {
    const [email, other] = [await victim(), await victim()];
    const office = freshAddress();
    const clave = 'no-es-la-clave';
    for (const one of [email, other]) await world.logIn(one, CLAVE, office, `browser of ${one}`);
    const from = (one: string, password: string) => world.logIn(one, password, office, 'another browser');
    for (let failure = 0; failure < 10; failure++) await refusal(from(email, clave));
    for (let account = 0; account < 13; account++) await refusal(from(`cuenta${account}@y.test`, clave));
    expect((await refusal(from(email, clave))).codigo).toBe('demasiadas_solicitudes');
    for (const one of [email, other])
      expect((await world.logIn(one, CLAVE, office, `browser of ${one}`)).user.email).toBe(one);
  });

  it('does not count logins that succeed', async () => {
    const email = await victim();
    const ip = freshAddress();
    for (let time = 0; time < 15; time++) await world.logIn(email, CLAVE, ip);
    expect(await codes(email, ip, 1)).toEqual(['credenciales_invalidas']);
  });

  it('under an attack from many addresses slows new addresses, not the one its owner uses, and locks no account', async () => {
    const email = await victim();
    await world.logIn(email, CLAVE, CASA);
    for (let bot = 0; bot < 13; bot++) await codes(email, freshAddress(), 4);
    // An unknown address now has three tries instead of five.
    expect(await codes(email, freshAddress(), 4)).toEqual([
      ...Array<string>(3).fill('credenciales_invalidas'),
      'demasiadas_solicitudes',
    ]);
    // The owner mistypes four times at home and still logs in, and can log in while travelling.
    expect(await codes(email, CASA, 4)).toEqual(Array<string>(4).fill('credenciales_invalidas'));
    expect((await world.logIn(email, CLAVE, CASA)).user.email).toBe(email);
    expect((await world.logIn(email, CLAVE, freshAddress())).user.email).toBe(email);
  });

  it('writes no e-mail address into Redis', async () => {
    await codes('secreto-de-nadie@acequia.test', freshAddress(), 1);
    const keys = await world.redis.keys('login:*');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.includes('@'))).toEqual([]);
  });
});
