import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway } from '../test/gateway.fixture.js';

describe('the console and the API pages that the gateway serves', () => {
  const root = mkdtempSync(join(tmpdir(), 'acequia-console-'));
  let redis: RedisServer;
  let gateway: Gateway;

  beforeAll(async () => {
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>Acequia</title>');
    writeFileSync(join(root, 'tema.js'), '/* tema */');
    writeFileSync(join(root, 'assets/app-Ab12.js'), '/* llano */');
    writeFileSync(join(root, 'assets/app-Ab12.js.gz'), gzipSync('/* comprimido */'));
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, WEB_ROOT: root }));
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
    rmSync(root, { recursive: true });
  });

  const page = { headers: { accept: 'text/html,application/xhtml+xml' } };

  it.each(['/', '/login', '/panel/centinelas/7', '/dashboard-empresa?x=1', '/assets/nada'])(
    '%s is the console',
    async (path) => {
      const response = await gateway.fetch(path, page);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Acequia</title>');
    },
  );

  it('files with a hash in their name are cached forever, the others are asked for again', async () => {
    const hashed = await gateway.fetch('/assets/app-Ab12.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const plain = await gateway.fetch('/tema.js');
    expect(plain.headers.get('cache-control')).toBe('no-cache');
    expect(plain.headers.get('content-security-policy')).toContain("script-src 'self'");
    const again = await gateway.fetch('/tema.js', { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('a file that is deleted under the running gateway is not found, and a new one is there', async () => {
    const status = async (path: string) => (await gateway.fetch(path)).status;
    writeFileSync(join(root, 'assets/viejo.js'), '/* viejo */');
    expect(await status('/assets/viejo.js')).toBe(200);
    rmSync(join(root, 'assets/viejo.js'));
    expect(await status('/assets/viejo.js')).toBe(404);
  });

  it('a file that cannot be read once it is open cuts that answer and nothing else', async () => {
    symlinkSync('/proc/self/mem', join(root, 'assets/roto.js'));
    await gateway.fetch('/assets/roto.js').catch(() => undefined);
    expect((await gateway.fetch('/tema.js')).status).toBe(200);
  });

  it('a file that was compressed by the build is sent so to clients that accept it', async () => {
    const ask = async (encoding: string) =>
      (await gateway.fetch('/assets/app-Ab12.js', { headers: { 'accept-encoding': encoding } })).text();
    expect(await ask('gzip')).toBe('/* comprimido */');
    expect(await ask('identity')).toBe('/* llano */');
  });

  it.each(['/assets/nada.js', '/favicon.ico', '/..%2f..%2fetc%2fpasswd.txt', '/.env'])(
    '%s is not found',
    async (path) => {
      const response = await gateway.fetch(path, page);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ codigo: 'no_encontrado' });
    },
  );

  it('under /api, and for clients that do not accept HTML, there is no console', async () => {
    for (const path of ['/api', '/api/nada', '/API/nada']) {
      const response = await gateway.fetch(path, page);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('application/json');
    }
    const json = await gateway.fetch('/login', { headers: { accept: 'application/json' } });
    expect(json.status).toBe(404);
    expect((await gateway.fetch('/login', { method: 'POST', ...page })).status).toBe(404);
  });

  it('a backwards range is no error', async () => {
    const response = await gateway.fetch('/tema.js', { headers: { range: 'bytes=9-1' } });
    expect(response.status).toBe(200);
  });

  it('the API pages obey the same strict policy: no inline script, nothing from elsewhere', async () => {
    const docs = await gateway.fetch('/api/docs', page);
    const html = await docs.text();
    expect(docs.headers.get('content-security-policy')).toContain("script-src 'self';");
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, inline] of scripts) {
      expect(inline).toBe('');
      const source = /src="(\/api\/docs\/[\w.-]+)"/.exec(attributes ?? '')?.[1];
      const script = await gateway.fetch(source ?? '');
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toContain('javascript');
    }
    expect(html).not.toMatch(/https?:\/\//);
  });

  it('the OpenAPI document and only the files the page needs are public', async () => {
    const document = (await (await gateway.fetch('/api/docs/openapi.json')).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    expect((await gateway.fetch('/api/docs/swagger-ui.css')).status).toBe(200);
    expect(await (await gateway.fetch('/api/docs/asyncapi.yaml')).text()).toContain('acequia/v1/{numero}/telemetry');
    for (const path of ['package.json', 'swagger-ui.js.map', '..%2f..%2fpackage.json', 'index.html']) {
      expect((await gateway.fetch(`/api/docs/${path}`)).status).toBe(404);
    }
  });
});
