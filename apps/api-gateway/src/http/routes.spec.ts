import { Rol, ROUTES, type RouteName } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import { routeTable } from '../docs/openapi.js';
import { addressOf, bodyOf, example } from '../test/example.fixture.js';
import { Gateway, type Persona } from '../test/gateway.fixture.js';

/** Answers that show that access was granted: no telemetry-history runs here to export, and there is no dead letter to retry. */
const GRANTED: Partial<Record<RouteName, number>> = {
  'historial.csv_sensores': 503,
  'historial.csv_estados': 503,
  'dispositivos.csv_energia': 503,
  'puntos.csv': 503,
  'estado.reintentar': 404,
  // The test sends no file.
  'imagenes.subir': 415,
  // No provider of SMS is set.
  'sms.responder': 401,
};

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

describe('the routes of the gateway', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  const personas = new Map<Rol, Persona>();

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
    for (const rol of Rol.options) personas.set(rol, gateway.entra(rol));
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  it('are those of the table, all of them and no others', () => {
    const express = gateway.app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
    const mounted = express.router.stack
      .flatMap(({ route }) => (route ? Object.keys(route.methods).map((verb) => `${verb} ${route.path}`) : []))
      .map((door) => door.toUpperCase());
    const promised = routeTable.map(([, { method, path }]) => `${method} /api${path}`.toUpperCase());
    expect(mounted.sort()).toEqual(promised.sort());
  });

  describe.each(routeTable)('%s', (name, route) => {
    const ask = (who?: Persona) => gateway.json(route.method, addressOf(route), who, bodyOf(route));

    it('asks for a session exactly when the table says so', async () => {
      const { status, body } = await ask();
      if (route.access === 'publico') {
        expect(status).toBe(GRANTED[name] ?? route.status);
      } else {
        expect(status).toBe(401);
        expect(body).toMatchObject({ codigo: 'sesion_invalida' });
      }
    });

    it.each(Rol.options)('lets %s in exactly when the table says so', async (rol) => {
      const { status, body } = await ask(personas.get(rol));
      if (route.access !== 'publico' && !route.access.includes(rol)) {
        expect(status).toBe(403);
        expect(body).toMatchObject({ codigo: 'sin_permiso' });
      } else {
        expect(status).toBe(GRANTED[name] ?? route.status);
      }
    });
  });

  it('pass on the caller of the session, whatever the request claims', async () => {
    const ana = gateway.entra('admin_empresa', 2);
    const callers: unknown[] = [];
    gateway.answers['usuarios.listar'] = (_request, { caller }) => {
      callers.push(caller);
      return [];
    };
    const response = await gateway.fetch('/api/usuarios?usuario_id=1&rol=admin_global&empresa_id=9', {
      headers: {
        ...ana.headers,
        'x-user-id': '1',
        'x-user-rol': 'admin_global',
        'x-empresa-id': '9',
        'x-acequia-caller': 'e30.e30',
        'x-forwarded-for': '10.9.9.9',
        'x-forwarded-user': 'admin@acequia.demo',
      },
    });
    expect(response.status).toBe(200);
    expect(callers).toEqual([
      { tipo: 'persona', usuario_id: ana.usuario_id, rol: 'admin_empresa', empresa_id: 2, sid: ana.sid },
    ]);
  });

  it('give the services the ids of the path, even when the body brings others', async () => {
    const requests: unknown[] = [];
    gateway.answers['empresas.actualizar'] = (request) => {
      requests.push(request['id']);
      return example(ROUTES['empresas.actualizar'].response, 'output');
    };
    const body = { ...(bodyOf(ROUTES['empresas.actualizar']) as object), id: 99 };
    await gateway.json('PUT', '/api/empresas/7', personas.get('admin_global'), body);
    expect(requests).toEqual([7]);
  });

  it('tell auth-tenancy the real address and browser of a login, not the claimed ones', async () => {
    const requests: Record<string, unknown>[] = [];
    gateway.answers['sesiones.entrar'] = (request) => {
      requests.push(request);
      return example(ROUTES['auth.entrar'].response, 'output');
    };
    await gateway.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'navegador', 'x-forwarded-for': '10.9.9.9' },
      body: JSON.stringify({ email: 'a@b.mx', password: 'x', ip: '10.8.8.8' }),
    });
    expect(requests).toEqual([{ email: 'a@b.mx', password: 'x', ip: '127.0.0.1', navegador: 'navegador' }]);
  });
});
