import { createHash } from 'node:crypto';
import { AppError, MURO_HEADER, ROUTES } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import { example } from '../test/example.fixture.js';
import { Gateway, type Persona } from '../test/gateway.fixture.js';

const BATCH = example(ROUTES['switches.guardar_lote'].body);
const CLAVE = { email: 'ana@ejemplo.mx', password: 'x' };

describe('the limits of the gateway', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());
  beforeEach(() => redis.client().flushall());

  const withGateway = async (env: Record<string, string>, test: (gateway: Gateway) => Promise<void>): Promise<void> => {
    const gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, ...env }));
    try {
      await test(gateway);
    } finally {
      await gateway.stop();
    }
  };
  const statuses = async (times: number, ask: () => Promise<{ status: number }>): Promise<number[]> => {
    const answers: number[] = [];
    for (let i = 0; i < times; i += 1) answers.push((await ask()).status);
    return answers;
  };

  it("one company's bulk calls stop at its limit, its neighbour's and its own other calls do not", () =>
    withGateway({ RATE_LIMIT_BULK: '3' }, async (gateway) => {
      const [ana, bob] = [gateway.entra('admin_empresa', 1), gateway.entra('admin_empresa', 1)];
      const another = gateway.entra('admin_empresa', 2);
      const bulk = (who: Persona) => () => gateway.json('POST', '/api/switches/bulk', who, BATCH);
      expect(await statuses(2, bulk(ana))).toEqual([200, 200]);
      expect(await statuses(2, bulk(bob))).toEqual([200, 429]);
      expect(await statuses(3, bulk(another))).toEqual([200, 200, 200]);
      expect((await gateway.json('GET', '/api/switches', ana)).status).toBe(200);
      for (const csv of [
        '/switches/historial/temp/csv?switch_id=1',
        '/switches/historial/estados/csv?empresa_id=1',
        '/dispositivos/1/energia/csv',
      ])
        expect((await gateway.json('GET', `/api${csv}`, ana)).status).toBe(429);
      const { body } = await bulk(ana)();
      expect(body).toMatchObject({ codigo: 'demasiadas_solicitudes' });
    }));

  it('a wall counts by its link: not with its maker, its address or another wall, nor they with it', () =>
    withGateway({ RATE_LIMIT_SESSION: '4', RATE_LIMIT_REFUSED: '100', RATE_LIMIT_BULK: '2' }, async (gateway) => {
      const links = new Set(['uno', 'dos'].map((token) => createHash('sha256').update(token).digest('hex')));
      gateway.answers['muros.abrir'] = ({ hash }) => {
        if (!links.has(String(hash))) throw new AppError('enlace_invalido');
        return { nombre: 'Sala', empresa_id: 1 };
      };
      for (const call of ['empresas.listar', 'placas.listar', 'situacion.pulso', 'avisos.listar'] as const)
        gateway.answers[call] = () => [];
      const wall = (token: string) => () => gateway.fetch('/api/muro', { headers: { [MURO_HEADER]: token } });
      const maker = gateway.entra('admin_empresa', 1);
      const asks = () => gateway.json('GET', '/api/switches', maker);
      expect(await statuses(2, wall('uno'))).toEqual([200, 200]);
      expect(await statuses(1, wall('dos'))).toEqual([200]);
      // Made-up links count by the address, and do not end the share of known ones.
      expect((await statuses(3, wall('inventado'))).slice(-1)).toEqual([429]);
      expect(await statuses(4, wall('uno'))).toEqual([200, 200, 200, 429]);
      expect(await statuses(5, asks)).toEqual([200, 200, 200, 200, 429]);
      expect(await statuses(1, wall('dos'))).toEqual([200]);
      const another = gateway.entra('admin_empresa', 1);
      expect(await statuses(2, () => gateway.json('POST', '/api/switches/bulk', another, BATCH))).toEqual([200, 200]);
    }));

  it('attempts to enter are counted per address, which the client cannot choose', () =>
    withGateway({ RATE_LIMIT_LOGIN: '2' }, async (gateway) => {
      const enter = (address: string) =>
        gateway.fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify(CLAVE),
        });
      expect((await enter('10.0.0.1')).status).toBe(200);
      expect((await enter('10.0.0.2')).status).toBe(200);
      const refused = await enter('10.0.0.3');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }));

  it('behind a trusted proxy the address is the one the proxy tells', () =>
    withGateway({ RATE_LIMIT_LOGIN: '1', TRUST_PROXY: 'loopback' }, async (gateway) => {
      const enter = (address: string) =>
        gateway.fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify(CLAVE),
        });
      expect((await enter('203.0.113.1')).status).toBe(200);
      expect((await enter('203.0.113.2')).status).toBe(200);
      expect((await enter('203.0.113.1')).status).toBe(429);
    }));

  it('one person cannot crowd out another from the same address, nor get more by a second session', () =>
    withGateway({ RATE_LIMIT_SESSION: '5' }, async (gateway) => {
      const [ana, bob] = [gateway.entra('admin_empresa'), gateway.entra('admin_empresa')];
      const list = (who: Persona) => () => gateway.json('GET', '/api/usuarios', who);
      expect(await statuses(3, list(ana))).toEqual([200, 200, 200]);
      expect(await statuses(4, list(gateway.entersAgain(ana)))).toEqual([200, 200, 429, 429]);
      expect(await statuses(3, list(bob))).toEqual([200, 200, 200]);
    }));

  it('an address that is refused too often must wait, except for people with a session', () =>
    withGateway({ RATE_LIMIT_REFUSED: '3' }, async (gateway) => {
      const ana = gateway.entra('admin_empresa');
      const stranger = (token?: string) => () =>
        gateway.fetch('/api/usuarios', token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
      expect(await statuses(2, stranger())).toEqual([401, 401]);
      expect(await statuses(3, stranger('no.es.token'))).toEqual([401, 429, 429]);
      expect(Number((await stranger()()).headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await gateway.json('GET', '/api/usuarios', ana)).status).toBe(200);
      expect((await gateway.json('POST', '/api/auth/login', undefined, CLAVE)).status).toBe(200);
    }));

  it('instances count together', () =>
    withGateway({ RATE_LIMIT_LOGIN: '2' }, (one) =>
      withGateway({ RATE_LIMIT_LOGIN: '2' }, async (other) => {
        const enter = (gateway: Gateway) => gateway.json('POST', '/api/auth/login', undefined, CLAVE);
        expect((await enter(one)).status).toBe(200);
        expect((await enter(other)).status).toBe(200);
        expect((await enter(one)).status).toBe(429);
      }),
    ));
});
