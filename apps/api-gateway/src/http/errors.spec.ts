import { AppError, ErrorBody, ROUTES } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import { example } from '../test/example.fixture.js';
import { Gateway, type Persona } from '../test/gateway.fixture.js';

describe('the errors of the gateway', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  let admin: Persona;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
    admin = gateway.entra('admin_global');
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const response = await gateway.fetch(path, {
      method,
      headers: { ...admin.headers, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { response, status: response.status, text, error: ErrorBody.safeParse(JSON.parse(text || 'null')).data };
  };

  it.each([
    ['broken JSON', '{"nombre":'],
    ['a JSON text that is no object', '"hola"'],
    ['an array', '[]'],
    ['null', 'null'],
    ['nothing', undefined],
    ['NUL in a text', JSON.stringify({ nombre: 'a\u0000b', fecha_vencimiento: '2030-01-01' })],
    [
      'a number past 32 bits',
      JSON.stringify({ nombre: 'a', fecha_vencimiento: '2030-01-01', limite_usuarios: 2 ** 31 }),
    ],
    ['NaN', '{"nombre":"a","fecha_vencimiento":"2030-01-01","costo_plan":NaN}'],
    ['a day that does not exist', JSON.stringify({ nombre: 'a', fecha_vencimiento: '2030-02-30' })],
    ['deep nesting', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ])('%s is bad input, in Spanish, with a trace id', async (_what, body) => {
    const { status, error, response } = await send('POST', '/api/empresas', body);
    expect(status).toBe(400);
    expect(error?.codigo).toBe('datos_invalidos');
    expect(error?.mensaje).toMatch(/^(Hay datos inválidos\. Revísalos e intenta de nuevo\.|Revisa «[^»]+»: .+[^.]\.)$/);
    expect(error?.trace_id).toBe(response.headers.get('x-request-id'));
    expect(error?.trace_id).toMatch(/^[\w-]{8,}$/);
  });

  it('every wrong field is named, in Spanish', async () => {
    const { error } = await send('POST', '/api/empresas', JSON.stringify({ nombre: ' ', costo_plan: 'x', activa: 7 }));
    expect(error?.detalles).toEqual(
      expect.arrayContaining([
        { campo: 'body.nombre', mensaje: 'Este dato es obligatorio' },
        { campo: 'body.fecha_vencimiento', mensaje: 'Este dato es obligatorio' },
        { campo: 'body.costo_plan', mensaje: 'Debe ser un número' },
        { campo: 'body.activa', mensaje: 'No es un valor válido' },
      ]),
    );
    expect(error?.mensaje).toBe('Revisa «Nombre»: este dato es obligatorio.');
  });

  it('a form or a text is not taken for JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      expect((await send('POST', '/api/auth/login', 'email=a&password=b', type)).status).toBe(400);
    }
  });

  it.each([
    '/api/empresas/abc',
    '/api/empresas/0',
    '/api/empresas/2147483648',
    '/api/empresas/1e3',
    '/api/empresas/%E0%A4%A',
  ])('GET %s is bad input', async (path) => {
    const { status, error } = await send('GET', path);
    expect(status).toBe(400);
    expect(error?.codigo).toBe('datos_invalidos');
  });

  it.each(['empresa_id=1&empresa_id=2', 'empresa_id[]=1', 'empresa_id[a]=1&empresa_id=x', 'empresa_id='])(
    'the query %s reaches no service as something else than one id',
    async (query) => {
      const seen: unknown[] = [];
      gateway.answers['usuarios.listar'] = (request) => {
        seen.push(request['empresa_id']);
        return [];
      };
      const { status } = await send('GET', `/api/usuarios?${query}`);
      expect([200, 400]).toContain(status);
      expect(seen.every((value) => value === undefined)).toBe(true);
    },
  );

  it('__proto__ and constructor in a body change nothing', async () => {
    const seen: object[] = [];
    gateway.answers['empresas.crear'] = (request) => {
      seen.push(request);
      return example(ROUTES['empresas.crear'].response, 'output');
    };
    const body = `{"nombre":"a","fecha_vencimiento":"2030-01-01","__proto__":{"id":9},"constructor":{"prototype":{"rol":"x"}}}`;
    expect((await send('POST', '/api/empresas', body)).status).toBe(201);
    expect(Object.keys(seen[0] ?? {})).not.toEqual(expect.arrayContaining(['constructor']));
    expect(({} as Record<string, unknown>)['rol']).toBeUndefined();
    expect((seen[0] as Record<string, unknown>)['id']).toBeUndefined();
  });

  it('a body past 100 kB is refused, past 1 MB where lists are long', async () => {
    const small = await send('POST', '/api/empresas', JSON.stringify({ nombre: 'x'.repeat(110_000) }));
    expect(small).toMatchObject({ status: 413, error: { codigo: 'cuerpo_demasiado_grande' } });
    const bulk = await send(
      'POST',
      '/api/switches/bulk',
      JSON.stringify({ switches: [{ nombre: 'x'.repeat(900_000) }] }),
    );
    expect(bulk.status).toBe(400);
    const huge = await send('POST', '/api/switches/bulk', JSON.stringify({ switches: ['x'.repeat(1_100_000)] }));
    expect(huge.status).toBe(413);
  });

  it('a list longer than any of the contract is refused without a look inside', async () => {
    const { status, error } = await send('POST', '/api/switches/bulk', `{"switches":[${'{},'.repeat(300_000)}{}]}`);
    expect(status).toBe(400);
    expect(error?.detalles).toEqual([{ campo: 'body.switches', mensaje: 'Máximo 5000 elementos' }]);
  });

  it('an unknown address, or method, is not found: with the common shape', async () => {
    for (const [method, path] of [
      ['GET', '/api/nada'],
      ['GET', '/api'],
      ['DELETE', '/api/auth/login'],
    ] as const) {
      expect(await send(method, path)).toMatchObject({ status: 404, error: { codigo: 'no_encontrado' } });
    }
  });

  it("a service's refusal arrives as it left: code, words, details and how long to wait", async () => {
    gateway.answers['switches.guardar_lote'] = () => {
      throw new AppError('pin_ocupado', {
        texto: 'El pin 4 ya está ocupado.',
        detalles: [{ campo: 'switches.0', mensaje: 'Pin 4' }],
      });
    };
    const body = JSON.stringify(example(ROUTES['switches.guardar_lote'].body));
    expect(await send('POST', '/api/switches/bulk', body)).toMatchObject({
      status: 409,
      error: { codigo: 'pin_ocupado', mensaje: 'El pin 4 ya está ocupado.', detalles: [{ campo: 'switches.0' }] },
    });
    gateway.answers['sesiones.entrar'] = () => {
      throw new AppError('demasiadas_solicitudes', { wait_s: 7 });
    };
    const { status, response } = await send('POST', '/api/auth/login', '{"email":"a","password":"b"}');
    expect(status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
  });

  it('an unexpected failure of a service says nothing of its insides', async () => {
    gateway.answers['empresas.listar'] = () => {
      throw new Error('password=hunter2 at /srv/secret.ts:12');
    };
    const { status, error, text } = await send('GET', '/api/empresas');
    expect(status).toBe(500);
    expect(error).toEqual({
      codigo: 'error_interno',
      mensaje: 'Ocurrió un error inesperado.',
      trace_id: expect.any(String) as string,
    });
    expect(text).not.toMatch(/hunter2|secret|at \//);
  });

  it('the trace id of the caller is kept when it looks like one, and reaches the service', async () => {
    const seen: string[] = [];
    gateway.answers['empresas.listar'] = (_request, { trace_id }) => {
      seen.push(trace_id);
      return [];
    };
    const ask = (id: string) => gateway.fetch('/api/empresas', { headers: { ...admin.headers, 'x-request-id': id } });
    expect((await ask('pedido-12345')).headers.get('x-request-id')).toBe('pedido-12345');
    const forged = (await ask('<script>"; drop')).headers.get('x-request-id');
    expect(forged).toMatch(/^[\w-]{8,}$/);
    expect(seen).toEqual(['pedido-12345', forged]);
  });
});
