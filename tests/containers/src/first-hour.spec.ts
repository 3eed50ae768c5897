import type { PlacaCredencial } from '@acequia/contracts';
import type { ApiClient } from '@acequia/local';
import { connectBoard, eventually, Ledger, publishTelemetry, SENSOR_PIN, until } from '@acequia/testing';
import { megabytes } from './parts/bases.js';
import { Engine } from './parts/engine.js';
import { figure } from './parts/figures.js';
import { Installation } from './parts/installation.js';

/** Makes the container's service turn in a circle, through the debugger that SIGUSR1 opens. One under a debugger is left alone: it closes. */
const CIRCLE = `setTimeout(() => {
  process.getBuiltinModule('node:inspector').close();
  setTimeout(() => { for (;;); }, 2_000);
}, 1_000)`;
const HANG = `
  const { readdirSync, readFileSync } = require('node:fs');
  const isService = (pid) => {
    const [program, ...given] = readFileSync('/proc/' + pid + '/cmdline', 'utf8').split('\\0');
    return program === 'node' && given.some((one) => one.endsWith('/dist/main.js'));
  };
  process.kill(Number(readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).find(isService)), 'SIGUSR1');
  setTimeout(async () => {
    const [{ webSocketDebuggerUrl }] = await (await fetch('http://127.0.0.1:9229/json')).json();
    const debug = new WebSocket(webSocketDebuggerUrl);
    debug.onopen = () => {
      debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: ${JSON.stringify(CIRCLE)} } }));
      setTimeout(() => process.exit(0), 500);
    };
  }, 1_000);`;

/** A new server, as docs/operations.md has it: deploy:init, build, up. */
describe('docker compose on a new server', () => {
  let engine: Engine;
  let server: Installation;
  let root: ApiClient;
  let board: PlacaCredencial;

  const send = async (ts: number): Promise<void> => {
    const client = await connectBoard(server.mqtt, board);
    await publishTelemetry(client, board.id, { ts, sensors: { [SENSOR_PIN]: { t: 21.5, h: 60 } } });
    await client.endAsync();
  };
  const register = async (): Promise<PlacaCredencial> => {
    const body = { nombre: 'Norte', fecha_vencimiento: '2099-01-01' };
    const { id } = await root.call('empresas.crear', { body });
    const [registered] = await root.call('placas.registrar', { body: { empresa_id: id } });
    return registered!;
  };
  const pidOf = async (name: string): Promise<string> =>
    (await engine.docker('inspect', '--format', '{{.State.Pid}}', name)).trim();

  beforeAll(async () => {
    engine = await Engine.start();
    server = await Installation.prepare(engine);
  });
  afterAll(async () => {
    await server?.end();
    await engine?.stop();
  });

  it('builds, starts and becomes healthy', async () => {
    await figure('seconds to build', () => server.compose('build'));
    await figure('seconds until healthy', () => server.compose('up', '-d', '--wait'));
    expect(await server.unwell()).toEqual([]);
    for (const image of ['acequia:local', 'acequia-operations:local'])
      await figure(`MB of ${image}`, () => megabytes((...args) => engine.docker(...args), image));
  });

  it('lets the administrator in, and stores what a board was told is stored', async () => {
    root = await eventually(() => server.login());
    board = await register();
    await eventually(() => send(Date.now()));
    await eventually(async () => expect(await server.readings()).toBe(1));
  });

  it('plays the boards of the demo', async () => {
    await server.compose('--profile', 'demo', 'up', '-d');
    await until(
      async () => (await root.call('placas.listar')).filter(({ online }) => online).length >= 12,
      '12 boards are connected',
    );
    expect(await server.logs('demo')).not.toMatch(/Error|ERR_/);
  });

  it('takes no more memory than each container may', async () => {
    const format = '{{.Name}} {{.MemUsage}}';
    const lines = (await engine.docker('stats', '--no-stream', '--format', format)).trim().split('\n').sort();
    await figure('memory', () => `\n${lines.join('\n')}`);
    for (const { Name } of await server.containers())
      expect([Name, (await engine.docker('inspect', '--format', '{{.State.OOMKilled}}', Name)).trim()]).toEqual([
        Name,
        'false',
      ]);
  });

  it('comes back when the main process of any container is killed, and loses nothing acknowledged', async () => {
    const ledger = new Ledger(server.mqtt, [board], 20);
    const before = await server.readings();
    await ledger.start();
    const running = (await server.containers()).filter(({ State }) => State === 'running');
    for (const { Name, Service } of running) {
      const pid = await pidOf(Name);
      process.kill(Number(pid), 'SIGKILL');
      await until(async () => !['0', pid].includes(await pidOf(Name)), `${Service} runs again`);
      await until(async () => (await server.unwell()).length === 0, `all are well after ${Service} was killed`);
    }
    await eventually(async () => expect((await root.raw('empresas.listar')).status).toBe(200));
    await ledger.stop();
    const ids = `SELECT placa_id || ':' || (extract(epoch FROM ts) * 1000)::bigint FROM telemetry_history.lecturas`;
    await eventually(async () => {
      const stored = new Set(await server.query(ids));
      expect([...ledger.rows()].filter((row) => !stored.has(row))).toEqual([]);
    });
    expect(await server.readings()).toBeGreaterThan(before);
  });

  it('ends a service that hangs, says so in its log, and starts it again', async () => {
    const { Name } = (await server.containers()).find(({ Service }) => Service === 'inventory')!;
    const pid = await pidOf(Name);
    await server.compose('exec', '-T', 'inventory', 'node', '-e', HANG);
    await until(async () => !['0', pid].includes(await pidOf(Name)), 'inventory runs again');
    await until(async () => (await server.unwell()).length === 0, 'inventory is well');
    expect(await server.logs('inventory')).toContain('The event loop hangs');
  });

  it('keeps everything over restart, and over down and up', async () => {
    for (const again of [['restart'], ['down']]) {
      const before = await server.readings();
      await server.compose('--profile', 'demo', ...again);
      await server.compose('up', '-d', '--wait');
      expect(await server.readings()).toBeGreaterThanOrEqual(before);
      await eventually(async () => expect((await root.raw('empresas.listar')).status).toBe(200));
      await eventually(() => send(Date.now()));
    }
  });
});
