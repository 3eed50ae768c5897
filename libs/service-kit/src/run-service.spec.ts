import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { freePort, RedisServer, TcpProxy, testDatabase, testEnv, type TestDatabase } from '@acequia/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceProcess } from './spec-support/service-process.js';

describe('a running service', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  const running: ServiceProcess[] = [];
  /** For the tests that only ask. */
  let asked: { service: ServiceProcess; url: string };

  beforeAll(async () => {
    [database, redis] = await Promise.all([testDatabase(), RedisServer.start()]);
    asked = await started();
  });
  afterAll(async () => {
    for (const service of running) {
      service.signal('SIGKILL');
      await service.ended();
    }
    await Promise.all([database.drop(), redis.stop()]);
  });

  const start = (overrides: Record<string, string> = {}): ServiceProcess => {
    const env = testEnv({ DATABASE_URL: database.url, REDIS_URL: redis.url, LOG_LEVEL: 'info', ...overrides });
    const service = ServiceProcess.start(env);
    running.push(service);
    return service;
  };
  const started = async (overrides: Record<string, string> = {}) => {
    const service = start(overrides);
    return { service, url: String((await service.said('Started'))['http']) };
  };
  const untilStatus = async (url: string, status: number): Promise<Response> => {
    for (;;) {
      const response = await fetch(url);
      if (response.status === status) return response;
      await setTimeout(50);
    }
  };

  it.concurrent('answers /health and /metrics beside its own routes, and logs JSON lines only', async () => {
    const { service, url } = asked;
    const health = await fetch(`${url}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: 'ok',
      details: { postgres: { status: 'up' }, redis: { status: 'up' } },
    });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('process_resident_memory_bytes{service="inventory"');
    expect(await (await fetch(`${url}/uno`)).json()).toEqual([{ uno: 1 }]);
    expect(service.lines[0]).toMatchObject({ service: 'inventory', instance: expect.any(String) });
    expect(service.errors).toEqual([]);
  });

  it.concurrent('works under the trace id that came with the request, or a new one', async () => {
    const { url } = asked;
    const ask = async (id: string) => (await fetch(`${url}/rastro`, { headers: { 'x-request-id': id } })).text();
    expect(await ask('abc-123')).toBe('abc-123');
    expect(await ask('{"a":1}')).toMatch(/^[0-9a-f]{16}$/);
  });

  it.concurrent('refuses bodies past its limit', async () => {
    const { url } = asked;
    const post = (body: string) =>
      fetch(`${url}/cuerpo`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect((await post('{"a":1}')).status).toBe(201);
    expect((await post(JSON.stringify('x'.repeat(300_000)))).status).toBe(413);
  });

  it.concurrent('keeps /health and /metrics away from a public door', async () => {
    const [port, internal] = [await freePort(), await freePort()];
    await started({ FIXTURE_PUBLIC_PORT: String(port), INTERNAL_PORT: String(internal) });
    const open = `http://127.0.0.1:${port}`;
    for (const host of ['127.0.0.1', '[::1]']) expect((await fetch(`http://${host}:${port}/api/uno`)).status).toBe(200);
    for (const path of ['/metrics', '/health', '/health/live', '/api/metrics']) {
      expect((await fetch(`${open}${path}`)).status).toBe(404);
    }
    const inside = `http://127.0.0.1:${internal}`;
    expect((await fetch(`${inside}/health`)).status).toBe(200);
    expect((await fetch(`${inside}/metrics`)).status).toBe(200);
    expect((await fetch(`${inside}/api/uno`)).status).toBe(404);
  });

  it.concurrent.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes on %s what is in flight, ends its last call, stops the parts that calls need and exits with 0',
    async (signal) => {
      const { service, url } = await started();
      const slow = fetch(`${url}/lento`);
      // Leaves an idle keep-alive connection open.
      await fetch(`${url}/uno`);
      service.signal(signal);
      await service.said('Stopping');
      expect(await (await slow).text()).toBe('listo');
      expect(await service.ended()).toBe(0);
      const said = service.lines.map(({ msg }) => msg);
      expect(said).toEqual(expect.arrayContaining(['last call ended', 'closed']));
      expect(said.indexOf('parts stop')).toBeGreaterThan(said.indexOf('last call ended'));
      await expect(fetch(`${url}/uno`)).rejects.toThrow();
    },
  );

  it.concurrent('tells its clients on SIGTERM to leave, and cuts no request of those who do', async () => {
    const { service, url } = await started();
    const failures: string[] = [];
    let answered = 0;
    let isToldOf = false;
    const client = async (): Promise<void> => {
      for (; ; await setTimeout(20)) {
        try {
          const answer = await fetch(`${url}/uno`);
          await answer.text();
          if (answer.status !== 200) failures.push(String(answer.status));
          answered += 1;
          if (isToldOf && answer.headers.get('connection') === 'close') return;
        } catch (error) {
          failures.push(String((error as Error).cause));
          return;
        }
      }
    };
    const clients = Array.from({ length: 8 }, client);
    while (answered < 50) await setTimeout(10);
    service.signal('SIGTERM');
    expect((await untilStatus(`${url}/health`, 503)).headers.get('connection')).toBe('close');
    isToldOf = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(await service.ended()).toBe(0);
  });

  it.concurrent('ends all the same, with 1, when something does not close', async () => {
    const { service } = await started({ FIXTURE_HANG: '1' });
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(1);
    expect(service.lines.map(({ msg }) => msg)).toContain('Not everything closed in time');
  });

  it.concurrent(
    'logs an error that nobody caught and exits with 1, for the supervisor to start a fresh one',
    async () => {
      const { service, url } = await started();
      await fetch(`${url}/fallo`, { method: 'POST' }).catch(() => undefined);
      expect(await service.ended()).toBe(1);
      expect(service.lines.at(-1)).toMatchObject({ level: 'fatal', err: { message: 'suelto' } });
    },
  );

  it.concurrent('ends itself, with a line in its log, when its event loop hangs', async () => {
    const { service, url } = await started({ HANG_LIMIT_S: '5' });
    await fetch(`${url}/cuelga`, { method: 'POST' }).catch(() => undefined);
    expect(await service.ended()).toBeNull();
    expect(service.lines.at(-1)).toMatchObject({ level: 'fatal', service: 'inventory', msg: 'The event loop hangs' });
  });

  it.concurrent('outlives a pause of its process or machine that is longer than that', async () => {
    const { service, url } = await started({ HANG_LIMIT_S: '5' });
    service.signal('SIGSTOP');
    await setTimeout(7_000);
    service.signal('SIGCONT');
    expect(await (await fetch(`${url}/uno`)).json()).toEqual([{ uno: 1 }]);
    expect(service.running).toBe(true);
  });

  it.concurrent('says in one line which variable is wrong and exits with 1', async () => {
    const service = start({ REDIS_URL: 'http://hunter2' });
    expect(await service.ended()).toBe(1);
    expect(service.errors).toHaveLength(1);
    expect(service.errors[0]).toContain('REDIS_URL must be a redis://');
    expect(service.errors[0]).not.toContain('hunter2');
  });

  it.concurrent('exits with 1 and a clear line when its port is taken', async () => {
    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    const service = start({ INTERNAL_PORT: String(port) });
    expect(await service.ended()).toBe(1);
    expect(service.lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'Could not start', err: { code: 'EADDRINUSE' } });
    holder.close();
  });

  it.concurrent('stays the same process while Postgres and Redis go and come back', async () => {
    const proxy = await TcpProxy.start(database.url);
    const own = await RedisServer.start();
    const { service, url } = await started({ DATABASE_URL: proxy.url, REDIS_URL: own.url });
    const { pid } = service;
    await Promise.all([proxy.close(), own.kill()]);
    const sick = await untilStatus(`${url}/health`, 503);
    expect(await sick.json()).toMatchObject({ status: 'error', error: { postgres: { status: 'down' } } });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await Promise.all([proxy.open(), own.restart()]);
    await untilStatus(`${url}/health`, 200);
    expect(await (await fetch(`${url}/uno`)).json()).toEqual([{ uno: 1 }]);
    expect(service.running).toBe(true);
    expect(service.pid).toBe(pid);
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
    await proxy.close();
    await own.stop();
  });

  it.concurrent('can be stopped while it still waits for Postgres', async () => {
    const service = start({ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/x` });
    await service.said('Postgres is not reachable');
    service.signal('SIGTERM');
    expect(await service.ended()).toBe(0);
  });
});
