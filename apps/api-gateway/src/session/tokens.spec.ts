import { createHash } from 'node:crypto';
import {
  ALCANCE_MAX,
  LISTS_OF_SITIOS,
  type Persona,
  type Permiso,
  PERMISOS,
  type RouteDefinition,
  type ValidToken,
} from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import { routeTable } from '../docs/openapi.js';
import { addressOf, example } from '../test/example.fixture.js';
import { Gateway } from '../test/gateway.fixture.js';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const DAY_MS = 86_400_000;

const closed = routeTable.filter(([, { access }]) => access !== 'publico');

describe('tokens of programs at the gateway', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  const valid = new Map<string, ValidToken>();
  let opened = 0;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, RATE_LIMIT_BULK: '1000' }));
    gateway.answers['tokens.abrir'] = ({ hash }) => {
      opened += 1;
      return { valido: valid.get(String(hash)) ?? null };
    };
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  let ids = 0;
  const token = (data: Partial<ValidToken>): string => {
    const id = (ids += 1);
    const text = `acq_${'x'.repeat(39)}${String(id).padStart(4, '0')}`;
    const one = { id, nombre: 'ERP', max_s: null, usuario_id: 5, empresas: [7], permisos: [], sitios: null };
    valid.set(hashOf(text), { ...one, vence: Date.now() + DAY_MS, ...data });
    return text;
  };
  const ask = async (route: RouteDefinition, text: string) => {
    const response = await gateway.fetch(addressOf(route, { empresa_id: '7' }), {
      method: route.method,
      headers: { authorization: `Bearer ${text}`, ...(route.body && { 'content-type': 'application/json' }) },
      ...(route.body && { body: JSON.stringify(example(route.body)) }),
    });
    const body = (await response.text()) || '{}';
    return { status: response.status, codigo: response.ok ? '' : (JSON.parse(body) as { codigo: string }).codigo };
  };

  it.each(PERMISOS)('with «%s» alone open the routes that ask for it, and no others', async (permiso) => {
    const [free, limited] = [token({ permisos: [permiso] }), token({ permisos: [permiso], max_s: 60 })];
    const reached = async (text: string): Promise<string[]> => {
      const open: string[] = [];
      for (const [name, route] of closed) {
        const { status, codigo } = await ask(route, text);
        if (codigo !== 'sin_permiso') open.push(name);
        else expect([name, status]).toEqual([name, 403]);
        expect([name, status]).not.toEqual([name, 401]);
      }
      return open;
    };
    const asked = (...needed: unknown[]) =>
      closed
        .filter(([, { access, token: asks }]) => needed.includes(asks) && access.includes('admin_empresa'))
        .map(([name]) => name);
    expect(await reached(free)).toEqual(permiso === 'operar' ? asked('operar', 'operar_sin_limite') : asked(permiso));
    expect(await reached(limited)).toEqual(asked(permiso));
  });

  it('with all permissions reach neither people nor tokens, nor what belongs to one person or the platform', async () => {
    const all = token({ permisos: [...PERMISOS] });
    const never = /^(auth|cuenta|usuarios|tokens|muros|importacion|auditoria|estado)\.|\.de_usuario$/;
    const routes = closed.filter(([name, { access }]) => never.test(name) || !access.includes('admin_empresa'));
    expect(routes.length).toBeGreaterThan(30);
    for (const [name, route] of routes)
      expect([name, await ask(route, all)]).toEqual([name, { status: 403, codigo: 'sin_permiso' }]);
  });

  it('that read change nothing: what writes asks for more', () => {
    // They calculate from a body and store nothing.
    const previews = ['programas.vista_previa', 'avisos.vista_previa'];
    const writes = closed.filter(([name, { method }]) => method !== 'GET' && !previews.includes(name));
    expect(writes.filter(([, route]) => route.token === 'leer')).toEqual([]);
    const reads = closed.filter(([, { method }]) => method === 'GET').map(([, route]) => route.token);
    expect(reads.filter((one) => one !== null && one !== 'leer')).toEqual([]);
  });

  it('act as an administrator of one company, in the name of their maker', async () => {
    const callers: Persona[] = [];
    gateway.answers['switches.listar'] = (_request, { caller }) => {
      callers.push(caller as Persona);
      return [];
    };
    const read = (text: string, query = '') =>
      gateway.fetch(`/api/switches${query}`, { headers: { authorization: `Bearer ${text}` } });
    const one = token({ permisos: ['leer'], empresas: [3], max_s: null });
    expect((await read(one)).status).toBe(200);
    expect(callers).toEqual([
      {
        tipo: 'persona',
        usuario_id: 5,
        rol: 'admin_empresa',
        empresa_id: 3,
        sid: `token:${ids}`,
        token: { id: ids, nombre: 'ERP', max_s: null },
      },
    ]);
    const several = token({ permisos: ['leer'], empresas: [3, 4] });
    expect((await read(several)).status).toBe(400);
    expect((await read(several, '?empresa_id=4')).status).toBe(200);
    expect(callers.at(-1)?.empresa_id).toBe(4);
    for (const text of [one, several]) expect((await read(text, '?empresa_id=9')).status).toBe(404);
  });

  it('with sitios reach, as a usuario, what stands there, and no route that is not cut to it', async () => {
    gateway.answers['inventario.de_sitios'] = () => ({ switches: [1, 2], dispositivos: [3] });
    const text = token({ permisos: ['leer', 'operar'], sitios: ['Norte'] });
    const open: string[] = [];
    for (const [name, route] of closed) if ((await ask(route, text)).codigo !== 'sin_permiso') open.push(name);
    const ofUsuario = closed.filter(
      ([name, route]) =>
        (route.access.includes('usuario') || name in LISTS_OF_SITIOS) &&
        ['leer', 'operar', 'operar_sin_limite'].includes(route.token ?? ''),
    );
    expect(open).toEqual(ofUsuario.map(([name]) => name));

    const callers: Persona[] = [];
    gateway.answers['switches.de_usuario'] = (_request, { caller }) => {
      callers.push(caller as Persona);
      return [];
    };
    await gateway.fetch('/api/switches/panel', { headers: { authorization: `Bearer ${text}` } });
    expect(callers).toMatchObject([
      { rol: 'usuario', empresa_id: 7, token: { alcance: { switches: [1, 2], dispositivos: [3] } } },
    ]);
    gateway.answers['inventario.de_sitios'] = () => ({
      switches: Array.from({ length: ALCANCE_MAX + 1 }, (_, i) => i + 1),
      dispositivos: [],
    });
    const large = token({ permisos: ['leer'], sitios: ['Sur'] });
    const refused = await gateway.fetch('/api/switches/panel', { headers: { authorization: `Bearer ${large}` } });
    expect(refused.status).toBe(403);
  });

  it('that are unknown or past their end are refused, whatever they look like, and open no socket', async () => {
    const past = token({ permisos: ['leer'], vence: Date.now() - 1 });
    for (const text of [past, 'acq_', `acq_${'y'.repeat(43)}`, `${past}x`]) {
      const response = await gateway.fetch('/api/switches', { headers: { authorization: `Bearer ${text}` } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ codigo: 'token_invalido' });
    }
    const good = token({ permisos: ['leer'] });
    expect((await gateway.fetch(`/api/switches?token=${good}`)).status).toBe(401);
    const socket = await gateway.fetch(`/socket.io/?EIO=4&transport=polling&token=${good}`);
    expect(socket.status).not.toBe(200);
  });

  it('are asked for once in a moment, not for each request', async () => {
    const text = token({ permisos: ['leer'] });
    const before = opened;
    for (let i = 0; i < 5; i += 1)
      await gateway.fetch('/api/magnitudes', { headers: { authorization: `Bearer ${text}` } });
    expect(opened - before).toBe(1);
  });

  it('keep Idempotency-Keys of their own', async () => {
    const keys: unknown[] = [];
    gateway.answers['switches.comandar'] = ({ clave }) => {
      keys.push(clave);
      return { comando_id: 'c', estado: 'enviado' };
    };
    const person = gateway.entra('admin_empresa', 7).token;
    const permisos: Permiso[] = ['operar'];
    for (const text of [token({ permisos }), token({ permisos }), person])
      await gateway.fetch('/api/switches/7/on', {
        method: 'POST',
        headers: { authorization: `Bearer ${text}`, 'idempotency-key': 'k', 'content-type': 'application/json' },
        body: '{}',
      });
    expect(new Set(keys).size).toBe(3);
    expect(keys.at(-1)).toBe('k');
  });
});

describe('the limits of tokens', () => {
  it('one that floods takes nothing from its maker, from people or from another token', async () => {
    const redis = await RedisServer.start();
    const gateway = await Gateway.start(
      testEnv({ REDIS_URL: redis.url, RATE_LIMIT_SESSION: '3', RATE_LIMIT_BULK: '2' }),
    );
    try {
      const maker = gateway.entra('admin_empresa', 7);
      gateway.answers['tokens.abrir'] = ({ hash }) => {
        const id = [hashOf('acq_uno'), hashOf('acq_dos')].indexOf(String(hash)) + 1;
        const { usuario_id } = maker;
        const permisos: Permiso[] = ['leer', 'administrar'];
        return {
          valido: {
            id,
            nombre: 'ERP',
            max_s: null,
            usuario_id,
            empresas: [7],
            permisos,
            sitios: null,
            vence: Date.now() + DAY_MS,
          },
        };
      };
      const statuses = async (times: number, text: string, path: string, init: RequestInit = {}) => {
        const found: number[] = [];
        for (let i = 0; i < times; i += 1) {
          const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' };
          found.push((await gateway.fetch(path, { ...init, headers })).status);
        }
        return found;
      };
      expect(await statuses(4, 'acq_uno', '/api/magnitudes')).toEqual([200, 200, 200, 429]);
      expect(await statuses(1, 'acq_dos', '/api/magnitudes')).toEqual([200]);
      expect(await statuses(1, maker.token, '/api/magnitudes')).toEqual([200]);
      // Heavy requests count by company for people.
      const csv = '/api/switches/historial/estados/csv?empresa_id=7';
      expect(await statuses(2, 'acq_dos', csv)).toEqual([503, 503]);
      expect(await statuses(1, maker.token, csv)).toEqual([503]);
    } finally {
      await gateway.stop();
      await redis.stop();
    }
  });
});
