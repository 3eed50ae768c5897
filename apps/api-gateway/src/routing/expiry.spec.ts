import { expires, type RouteDefinition, ROUTES } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import { routeTable } from '../docs/openapi.js';
import { addressOf, bodyOf } from '../test/example.fixture.js';
import { Gateway } from '../test/gateway.fixture.js';

const beginning = routeTable.filter(([, route]) => expires(route));

describe('a request that begins something, or lets it begin', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  const ordered: string[] = [];

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
    gateway.answers['switches.comandar'] = ({ accion }) => {
      ordered.push(String(accion));
      return { comando_id: 'c', estado: 'enviado' };
    };
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });
  beforeEach(() => (ordered.length = 0));

  const send = async (route: RouteDefinition, valid_until: string) => {
    const { headers } = gateway.entra('admin_empresa', 7);
    const response = await gateway.fetch(addressOf(route), {
      method: route.method,
      headers: { ...headers, 'valido-hasta': valid_until, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(route) ?? {}),
    });
    return {
      status: response.status,
      body: JSON.parse((await response.text()) || '{}') as { codigo?: string; detalles?: unknown },
    };
  };
  const until = (ms: number): string => String(Date.now() + ms);

  it('is every one that water may flow by, or that a person may be hurt by', () => {
    expect(beginning.map(([name]) => name).sort()).toEqual([
      'dispositivos.encender',
      'no_regar.eliminar',
      'programas.ejecutar',
      'programas.reanudar',
      'protecciones.omitir',
      'protecciones.soltar',
      'switches.desbloquear',
      'switches.encender',
      'turnos.alargar',
      'turnos.recuperar',
    ]);
  });

  it.each(beginning)('is refused when it comes too late: %s', async (_name, route) => {
    expect(await send(route, until(-1_000))).toMatchObject({
      status: 412,
      body: { codigo: 'orden_vencida' },
    });
    expect((await send(route, until(60_000))).status).not.toBe(412);
  });

  it('reaches no service once it is late', async () => {
    await send(ROUTES['switches.encender'], until(-1_000));
    expect(ordered).toEqual([]);
    await send(ROUTES['switches.encender'], until(60_000));
    expect(ordered).toEqual(['on']);
  });

  it('says so when it names no moment', async () => {
    expect(await send(ROUTES['switches.encender'], 'pronto')).toMatchObject({
      status: 400,
      body: { detalles: [{ campo: 'headers.valido-hasta' }] },
    });
    expect(ordered).toEqual([]);
  });

  it('is not held back where it ends something', async () => {
    expect((await send(ROUTES['switches.apagar'], until(-1_000))).status).toBe(202);
    expect(ordered).toEqual(['off']);
  });
});
