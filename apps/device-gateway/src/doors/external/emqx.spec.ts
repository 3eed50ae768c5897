import type { Dialecto } from '@acequia/contracts';
import { freePort, testEnv } from '@acequia/testing';
import { envSchema } from '../../env.js';
import { claveOf, Gateway, Parts, sha256 } from '../../gateway.fixture.js';

const SECRET = 'un-secreto-entre-emqx-y-acequia';

/** Requests as EMQX's documentation shows them for its HTTP authenticator and authorizer. */
describe('what EMQX asks', () => {
  let parts: Parts;
  let gateway: Gateway;
  let url: string;

  const start = async (env: Record<string, string> = {}): Promise<[Gateway, string]> => {
    // Nobody listens there: EMQX may ask before it lets the gateway itself in.
    const MQTT_URL = `mqtt://acequia:clave%20propia@127.0.0.1:${await freePort()}`;
    const started = await Gateway.start(parts, {
      MQTT_URL,
      MQTT_BROKER_AUTH: 'emqx',
      MQTT_EMQX_SECRET: SECRET,
      ...env,
    });
    await started.app.listen(0, '127.0.0.1');
    return [started, await started.app.getUrl()];
  };

  beforeAll(async () => {
    parts = await Parts.start();
    [gateway, url] = await start();
    for (const numero of [1, 2]) await gateway.placa(numero);
    await gateway.placa(3, { dialecto: 'tasmota' as Dialecto });
  });
  afterAll(async () => {
    await gateway.stop();
    await parts.stop();
  });

  const ask = (path: string, body: unknown, authorization = `Bearer ${SECRET}`, at = url): Promise<Response> =>
    fetch(`${at}/emqx/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const answer = async (path: string, body: unknown): Promise<unknown> => {
    const response = await ask(path, body);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching('application/json'),
    ]);
    return response.json();
  };
  const login = (numero: number, changes = {}) => ({
    clientid: `placa-${numero}`,
    username: String(numero),
    password: claveOf(numero),
    ...changes,
  });
  const may = async (numero: number, action: string, topic: string): Promise<unknown> =>
    (
      (await answer('authorization', { clientid: `placa-${numero}`, username: String(numero), action, topic })) as {
        result: unknown;
      }
    ).result;

  it('lets a board in with its own number, client id and password, and makes it no superuser', async () => {
    expect(await answer('authentication', login(1))).toEqual({ result: 'allow' });
  });

  it.each([
    ['a wrong password', login(1, { password: 'otra' })],
    ['the password of another board', login(1, { password: claveOf(2) })],
    ['another client id', login(1, { clientid: 'placa-2' })],
    ['an unknown number', login(77)],
    ['a wildcard for a name', login(1, { username: '+' })],
    ['no password', { clientid: 'placa-1', username: '1' }],
    ['a placeholder that EMQX did not fill', login(1, { password: null })],
  ])('denies a login with %s', async (_name, body) =>
    expect(await answer('authentication', body)).toEqual({ result: 'deny' }),
  );

  it('lets the gateways in with the account of their MQTT_URL, to every topic', async () => {
    const own = { clientid: 'acequia-gateway-1', username: 'acequia', password: 'clave propia' };
    expect(await answer('authentication', own)).toEqual({ result: 'allow', is_superuser: true });
    expect(await answer('authentication', { ...own, password: 'otra' })).toEqual({ result: 'deny' });
  });

  it('allows a board what our own door allows it, and nothing else', async () => {
    for (const canal of ['telemetry', 'status', 'result', 'runs'])
      expect(await may(1, 'publish', `acequia/v1/1/${canal}`)).toBe('allow');
    for (const canal of ['command', 'config', 'agenda', 'control'])
      expect(await may(1, 'subscribe', `acequia/v1/1/${canal}`)).toBe('allow');
    for (const topic of ['acequia/v1/2/telemetry', 'acequia/v1/1/command', 'acequia/v1/+/telemetry', '#', 'x', ''])
      expect([topic, await may(1, 'publish', topic)]).toEqual([topic, 'deny']);
    for (const topic of [
      'acequia/v1/2/command',
      'acequia/v1/+/command',
      'acequia/v1/1/#',
      '#',
      '$share/a/acequia/v1/1/command',
    ])
      expect([topic, await may(1, 'subscribe', topic)]).toEqual([topic, 'deny']);
  });

  it('allows another firmware the topics of its dialect, of its own number', async () => {
    expect(await may(3, 'publish', 'tasmota/3/tele/SENSOR')).toBe('allow');
    expect(await may(3, 'subscribe', 'tasmota/3/cmnd/#')).toBe('allow');
    expect(await may(3, 'publish', 'tasmota/1/tele/SENSOR')).toBe('deny');
    expect(await may(3, 'publish', 'tasmota/3/#')).toBe('deny');
    expect(await may(3, 'subscribe', 'acequia/v1/3/command')).toBe('deny');
  });

  it('denies a revoked board everything from then on, and a renewed password leaves the old one until it is used', async () => {
    await gateway.placa(4);
    expect(await may(4, 'publish', 'acequia/v1/4/telemetry')).toBe('allow');
    await gateway.placa(4, { revocada: 1 });
    expect(await may(4, 'publish', 'acequia/v1/4/telemetry')).toBe('deny');
    expect(await answer('authentication', login(4))).toEqual({ result: 'deny' });
    await gateway.placa(5);
    await gateway.placa(5, { credencial_sha256: sha256('nueva') });
    expect(await answer('authentication', login(5, { password: 'nueva' }))).toEqual({ result: 'allow' });
  });

  it('answers nobody without the secret, and bytes that are no JSON with no permission', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer otro', SECRET])
      expect((await ask('authentication', login(1), authorization)).status).toBe(401);
    const broken = await ask('authentication', '{"clientid":');
    expect([broken.status, await broken.text()]).toEqual([400, expect.not.stringContaining('allow')]);
  });

  it('asks into the void where the broker is another one', async () => {
    const [other, at] = await start({ MQTT_BROKER_AUTH: 'none' });
    expect((await ask('authentication', login(1), undefined, at)).status).toBe(404);
    await other.stop();
  });

  it('needs a secret to start', () => {
    const urls = {
      DATABASE_URL: parts.database.url,
      REDIS_URL: parts.durable.url,
      REDIS_VOLATILE_URL: parts.volatile.url,
    };
    const { error } = envSchema.safeParse(testEnv({ ...urls, MQTT_BROKER_AUTH: 'emqx' }));
    expect(error?.issues.map(({ path }) => path)).toEqual([['MQTT_EMQX_SECRET']]);
  });
});
