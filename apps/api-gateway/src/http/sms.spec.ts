import { AppError } from '@acequia/contracts';
import { SmsProvider } from '@acequia/simulators';
import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway } from '../test/gateway.fixture.js';

const SECRET = { 'x-provider-key': 'a secret that nobody guesses' };
const REPLY = { from: '00 52 55 1234 5678', text: 'Voy 482913', id: 'm1' };

let redis: RedisServer;
const provider = new SmsProvider();

beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(() => redis.stop());
beforeEach(() => redis.client().flushall());

/** The gateway with a provider, and the replies that reach alerts. */
const withGateway = async (
  env: Record<string, string>,
  test: (told: unknown[], url: string, gateway: Gateway) => Promise<void>,
): Promise<void> => {
  const set = { SMS_REPLY_HEADERS: JSON.stringify(SECRET), ...env };
  const gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, ...set }));
  const told: unknown[] = [];
  gateway.answers['sms.responder'] = (request, { caller }) => {
    told.push({ ...request, servicio: caller.tipo === 'sistema' && caller.servicio });
    return {};
  };
  try {
    await test(told, `${gateway.url}/api/sms/respuestas`, gateway);
  } finally {
    await gateway.stop();
  }
};

it('takes a reply with its secret, in any form of its number, and has it sent again while nobody can read it', () =>
  withGateway({}, async (told, url, gateway) => {
    expect(await provider.receive(url, SECRET, REPLY)).toEqual([204]);
    expect(told).toEqual([{ numero: '+525512345678', texto: 'Voy 482913', mensaje: 'm1', servicio: 'api-gateway' }]);
    let times = 0;
    gateway.answers['sms.responder'] = () => {
      times += 1;
      if (times === 1) throw new AppError('servicio_no_disponible');
      return {};
    };
    expect(await provider.receive(url, SECRET, REPLY)).toEqual([503, 204]);
  }));

it('refuses one without the whole secret, one that lacks a field, one that is too long, and too many', () =>
  withGateway(
    { RATE_LIMIT_LOGIN: '6', SMS_REPLY_HEADERS: JSON.stringify({ ...SECRET, other: 'as well' }) },
    async (told, url) => {
      const both = { ...SECRET, other: 'as well' };
      expect(await provider.receive(url, {}, REPLY, 1)).toEqual([401]);
      expect(await provider.receive(url, SECRET, REPLY, 1)).toEqual([401]);
      expect(await provider.receive(url, { ...both, other: 'as wel' }, REPLY, 1)).toEqual([401]);
      const nameless = { ...REPLY, id: undefined } as unknown as typeof REPLY;
      expect(await provider.receive(url, both, nameless, 1)).toEqual([400]);
      expect(await provider.receive(url, both, { ...REPLY, text: 'x'.repeat(9_000) }, 1)).toEqual([413]);
      expect(await provider.receive(`${url}?x-provider-key=${SECRET['x-provider-key']}`, {}, REPLY, 1)).toEqual([401]);
      expect(await provider.receive(url, both, REPLY, 1)).toEqual([429]);
      expect(told).toEqual([]);
    },
  ));

it('reads the fields that the installation names, numbers as texts', () =>
  withGateway(
    { SMS_REPLY_FIELDS: '{"numero":"data.phone","texto":"data.body","mensaje":"seq"}' },
    async (told, _url, gateway) => {
      const body = { seq: 7, data: { phone: 525512345678, body: '482913' } };
      const response = await gateway.fetch('/api/sms/respuestas', {
        method: 'POST',
        headers: { ...SECRET, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(204);
      expect(told).toMatchObject([{ numero: '+525512345678', texto: '482913', mensaje: '7' }]);
    },
  ));
