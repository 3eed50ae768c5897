import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, existsSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@acequia/local';
import { eventually, until } from '@acequia/testing';
import mqtt, { type MqttClient } from 'mqtt';
import { ADDRESSES, Compose } from './compose.js';
import { query, startCaddy, startPostgres, startRedis } from './parts.js';
import { Programs, ROOT } from './programs.js';

/** A name of a LAN: Caddy's own authority signs it. */
const DOMAIN = 'riego.home.arpa';
const EMAIL = 'jefa@campo.mx';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

describe('the services with the environment of docker-compose.yml', () => {
  const programs = new Programs();
  const folder = join(programs.folder, 'server');
  let compose: Compose;
  let database: string;
  let root: () => string;
  let token: string;
  let board: { id: number; username: string; password: string };
  let backup: string;

  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: ADDRESSES['proxy'],
          port: 443,
          path: path.startsWith('/socket.io/') ? path : `/api${path}`,
          method,
          ca: root(),
          servername: DOMAIN,
          agent: false,
          headers: {
            host: DOMAIN,
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          const end = (): void =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
            });
          answer.on('end', end);
        },
      );
      // A WebSocket's handshake ends in this instead.
      sent.on('upgrade', (answer, socket) => {
        socket.destroy();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: null });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  const logIn = (): Promise<Answer> =>
    ask('POST', '/auth/login', { email: EMAIL, password: compose.secret('admin_password') });
  const connect = (): Promise<MqttClient> =>
    mqtt.connectAsync(
      `mqtts://${ADDRESSES['device-gateway']}:8883`,
      { ...board, clientId: `placa-${board.id}`, ca: root(), servername: DOMAIN, reconnectPeriod: 0 },
      false,
    );
  const publish = async (ts: number): Promise<void> => {
    const client = await connect();
    const sample = JSON.stringify({ ts, sensors: { 15: { t: 21.5, h: 60 } } });
    await client.publishAsync(`acequia/v1/${board.id}/telemetry`, sample, { qos: 1 });
    await client.endAsync();
  };
  const readings = async (): Promise<number> => {
    const [row] = await query(database, 'SELECT count(*)::int AS n FROM telemetry_history.lecturas');
    return row?.['n'] as number;
  };

  const startParts = async (): Promise<void> => {
    database = await startPostgres(programs, compose);
    await Promise.all([startRedis(programs, compose, 'redis'), startRedis(programs, compose, 'redis-volatile')]);
  };
  const startServices = async (): Promise<void> => {
    compose.run('database-roles');
    for (const name of SERVICE_NAMES.filter((one) => one !== 'api-gateway')) compose.start(name);
    compose.start('api-gateway');
    for (const name of SERVICE_NAMES)
      await until(() => compose.isHealthy(name), `${name} is healthy:\n${programs.said(name)}`);
  };
  const stopServices = async (): Promise<void> => {
    for (const name of [...SERVICE_NAMES].reverse()) await programs.stop(name);
    for (const name of ['redis', 'redis-volatile']) await programs.stop(name);
    await programs.stop('postgres', 'SIGINT');
  };

  beforeAll(async () => {
    mkdirSync(folder);
    const init = [join(ROOT, 'deploy/docker/init.mjs'), EMAIL, DOMAIN];
    const { status, stderr } = spawnSync(process.execPath, init, { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    compose = new Compose(programs, folder);
    await startParts();
    await startServices();
    ({ root } = await startCaddy(programs, compose));
  });
  afterAll(() => programs.end());

  it('let the first administrator in over HTTPS, and tell browsers to stay with it', async () => {
    const answer = await eventually(async () => {
      const { status, headers, body } = await logIn();
      expect(status).toBe(200);
      return { headers, body };
    });
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
    token = (answer.body as { token: string }).token;
  });

  it('open a WebSocket through the proxy', async () => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      origin: `https://${DOMAIN}`,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const { status } = await ask('GET', '/socket.io/?EIO=4&transport=websocket', undefined, upgrade);
    expect(status).toBe(101);
  });

  it('take a board over 8883 with the certificate that Caddy got', async () => {
    const certificates = compose.volume('certificates');
    const tls = compose.volume('board-tls');
    compose.start('certificate-copy', certificates, tls);
    await eventually(() => expect(readdirSync(tls).sort()).toEqual(['server.key', 'server.pem']));
    const company = await ask('POST', '/empresas', { nombre: 'Norte', fecha_vencimiento: '2099-01-01' });
    const { id } = company.body as { id: number };
    const registered = await ask('POST', '/placas', { empresa_id: id, nombre: 'Uno' });
    [board] = registered.body as [typeof board];
    await eventually(() => publish(Date.now()));
    await eventually(async () => expect(await readings()).toBeGreaterThan(0));
  });

  it('are backed up by the service of that name, with the pg_dump of Debian', async () => {
    const out = compose.volume('backups');
    compose.start('backup', out);
    const [file] = await eventually(() => {
      const files = readdirSync(out).filter((name) => name.endsWith('.respaldo'));
      expect({ files, said: programs.said('backup') }).toMatchObject({ files: [expect.any(String)] });
      return files;
    });
    await programs.stop('backup');
    backup = join(out, file!);
  });

  it('go on where the backup was made, restored into an empty PostgreSQL and an empty Redis', async () => {
    const before = await readings();
    await stopServices();
    await startParts();
    expect(existsSync(backup)).toBe(true);
    compose.run('restore', '--from', backup);
    await startServices();
    expect(await readings()).toBe(before);
    // The session of before, and a new one.
    const { status, body } = await eventually(async () => {
      const answer = await ask('GET', '/empresas');
      expect(answer.status).toBe(200);
      return answer;
    });
    expect([status, body]).toEqual([200, expect.arrayContaining([expect.objectContaining({ nombre: 'Norte' })])]);
    expect((await logIn()).status).toBe(200);
    await eventually(() => publish(Date.now()));
    await eventually(async () => expect(await readings()).toBeGreaterThan(before));
  });
});
