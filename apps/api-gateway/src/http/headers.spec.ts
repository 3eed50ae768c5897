import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway, type Persona } from '../test/gateway.fixture.js';

describe('what the gateway tells browsers', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  let admin: Persona;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, PUBLIC_URL: 'https://acequia.mx/' }));
    admin = gateway.entra('admin_global');
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  it('scripts come from here alone, nobody frames it, and it does not say what it runs on', async () => {
    const { headers } = await gateway.fetch('/api/health');
    const csp = headers.get('content-security-policy') ?? '';
    expect(csp).toContain("default-src 'none'");
    expect(csp).toMatch(/script-src 'self'(;|$)/);
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).not.toMatch(/unsafe-eval|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('max-age');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('a browser gives no camera, place or port to whatever runs in its pages', async () => {
    for (const path of ['/api/health', '/nada']) {
      const policy = (await gateway.fetch(path)).headers.get('permissions-policy') ?? '';
      for (const feature of ['camera', 'microphone', 'geolocation', 'usb', 'payment'])
        expect(policy).toContain(`${feature}=()`);
    }
  });

  it('answers of the API are never cached', async () => {
    const { headers } = await gateway.fetch('/api/empresas', { headers: admin.headers });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  });

  it('no other site may read its answers', async () => {
    const ask = { origin: 'https://mala.mx', 'access-control-request-method': 'POST' };
    const preflight = await gateway.fetch('/api/empresas', { method: 'OPTIONS', headers: ask });
    const read = await gateway.fetch('/api/health', { headers: { origin: 'https://mala.mx' } });
    for (const { headers } of [preflight, read]) expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['https://mala.mx', 403],
    ['https://acequia.mx.mala.mx', 403],
    ['http://acequia.mx', 403],
    ['null', 403],
    ['file://', 403],
    ['basura', 403],
    ['https://acequia.mx', 204],
    [undefined, 204],
  ])('a change asked from the origin %s answers %i', async (origin, status) => {
    const persona = gateway.entra('usuario');
    const headers = { ...persona.headers, ...(origin !== undefined && { origin }) };
    const response = await gateway.fetch('/api/auth/logout', { method: 'POST', headers });
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.json()).toMatchObject({ codigo: 'origen_no_permitido' });
  });

  it('its own host is an allowed origin', async () => {
    const headers = { ...gateway.entra('usuario').headers, origin: gateway.url };
    expect((await gateway.fetch('/api/auth/logout', { method: 'POST', headers })).status).toBe(204);
  });

  it('neither metrics nor the internal health are on the public door', async () => {
    for (const path of ['/metrics', '/health']) {
      const response = await gateway.fetch(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('acequia_http');
    }
  });

  it('big answers are compressed for clients that accept it', async () => {
    gateway.answers['empresas.seleccion'] = () =>
      Array.from({ length: 200 }, (_, i) => ({ id: i + 1, nombre: `Empresa ${i}`, zona_horaria: 'UTC' }));
    const ask = (encoding: string) =>
      gateway.fetch('/api/empresas/select', { headers: { ...admin.headers, 'accept-encoding': encoding } });
    expect((await ask('gzip')).headers.get('content-encoding')).toBe('gzip');
    expect((await ask('identity')).headers.get('content-encoding')).toBeNull();
  });

  it('a long list has an ETag, and who asks again with it gets 304 until the list has changed', async () => {
    let nombre = 'Norte';
    gateway.answers['empresas.seleccion'] = () => Array.from({ length: 200 }, (_, i) => ({ id: i + 1, nombre }));
    const ask = (tag = '', encoding = 'gzip') =>
      gateway.fetch('/api/empresas/select', {
        headers: { ...admin.headers, 'accept-encoding': encoding, 'if-none-match': tag },
      });
    const first = await ask();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const encoding of ['gzip', 'identity']) {
      const again = await ask(tag, encoding);
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    }
    nombre = 'Sur';
    const changed = await ask(tag);
    expect([changed.status, (await changed.json()) as unknown]).toEqual([
      200,
      expect.arrayContaining([{ id: 1, nombre: 'Sur' }]),
    ]);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });
});

describe('who comes over TLS', () => {
  /** The Strict-Transport-Security header that a separate gateway with this env answers. */
  const strictOf = async (env: Record<string, string>, headers: Record<string, string>): Promise<string | null> => {
    const redis = await RedisServer.start();
    const gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, ...env }));
    const response = await gateway.fetch('/api/docs/openapi.json', { headers });
    await response.text();
    await gateway.stop();
    await redis.stop();
    return response.headers.get('strict-transport-security');
  };

  it('through a trusted proxy gets HSTS; all others do not', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    expect(await strictOf({ TRUST_PROXY: 'loopback' }, https)).toContain('max-age');
    expect(await strictOf({ TRUST_PROXY: 'loopback' }, { 'x-forwarded-proto': 'http' })).toBeNull();
    expect(await strictOf({}, https)).toBeNull();
  });
});
