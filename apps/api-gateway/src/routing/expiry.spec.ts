import { expires } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import type { z } from 'zod';
import { routeTable } from '../docs/openapi.js';
import { example } from '../test/example.fixture.js';
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

  const send = async (path: string, valid_until: string, method = 'POST', body?: z.ZodType) => {
    const { headers } = gateway.entra('admin_empresa', 7);
    const response = await gateway.fetch(`/api${path}`, {
      method,
      headers: { ...headers, 'valido-hasta': valid_until, 'content-type': 'application/json' },
      body: JSON.stringify(body ? example(body) : {}),
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

  it.each(beginning)('is refused when it comes too late: %s', async (_name, { path, params, method, body }) => {
    const given = example(params!) as Record<string, string>;
    const address = path.replace(/:(\w+)/g, (_, name: string) => given[name]!);
    expect(await send(address, until(-1_000), method, body)).toMatchObject({
      status: 412,
      body: { codigo: 'orden_vencida' },
    });
    expect((await send(address, until(60_000), method, body)).status).not.toBe(412);
  });

  it('reaches no service once it is late', async () => {
    await send('/switches/7/on', until(-1_000));
    expect(ordered).toEqual([]);
    await send('/switches/7/on', until(60_000));
    expect(ordered).toEqual(['on']);
  });

  it('says so when it names no moment', async () => {
    expect(await send('/switches/7/on', 'pronto')).toMatchObject({
      status: 400,
      body: { detalles: [{ campo: 'headers.valido-hasta' }] },
    });
    expect(ordered).toEqual([]);
  });

  it('is not held back where it ends something', async () => {
    expect((await send('/switches/7/off', until(-1_000))).status).toBe(202);
    expect(ordered).toEqual(['off']);
  });
});
