import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ADMIN,
  connectBoard,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  SENSOR_PIN,
  startAcequia,
  until,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import pg from 'pg';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PASSPHRASE = 'agua que no has de beber';
const TOKEN = '123456:AAsecretoDelBot';
/** Samples that were acknowledged before the backup began. */
const BEFORE = 200;

interface Said {
  code: number;
  text: string;
}

/** Runs the command that an operator types. */
const run = async (command: string, args: string[], env: Record<string, string>): Promise<Said> => {
  const child = spawn(process.execPath, [join(ROOT, 'deploy/local/command.mjs'), command, ...args], {
    cwd: ROOT,
    env: { ...process.env, ACEQUIA_BUILT: '1', ACEQUIA_BACKUP_PASSPHRASE: PASSPHRASE, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
};

/** A stand-in for Telegram that records the bot tokens of its callers. */
const telegramStandIn = async () => {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    tokens.push(/^\/bot(.+)\/\w+$/.exec(request.url ?? '')?.[1] ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, result: { message_id: 1, chat: { id: 5 } } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { tokens, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

interface Config {
  epoch: number;
  rev: number;
  relays: { pin: number }[];
}

/** The board's document with its relays: the one of before its switches may still be kept when it connects. */
const configOf = async (board: MqttClient, number: number) => {
  const topic = `acequia/v1/${number}/config`;
  const heard = new Promise<Config>((resolve) =>
    board.on('message', (where, body) => {
      if (where !== topic) return;
      const config = JSON.parse(body.toString('utf8')) as Config;
      if (config.relays.length > 0) resolve(config);
    }),
  );
  await board.subscribeAsync(topic, { qos: 1 });
  return heard;
};

const query = async <T extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
};

describe('a backup of a running Acequia', () => {
  const base = mkdtempSync(join(tmpdir(), 'acequia-backup-'));
  const [first, second, third] = ['one', 'two', 'three'].map((name) => join(base, name)) as [string, string, string];
  const wal = join(base, 'wal');
  const file = join(base, 'acequia.respaldo');
  let telegram: Awaited<ReturnType<typeof telegramStandIn>>;
  let acequia: RunningAcequia;
  let farm: Farm;
  let config: Awaited<ReturnType<typeof configOf>>;
  const acknowledged: number[] = [];
  let beforeBackup: number[] = [];
  let moment = '';

  const start = (folder: string, archive = `${folder}-wal`): Promise<RunningAcequia> =>
    startAcequia({ folder, env: { TELEGRAM_API_URL: telegram.url, ACEQUIA_WAL_ARCHIVE: archive } });
  const stored = async (): Promise<Set<number>> => {
    const rows = await query<{ ts: string }>(
      acequia.databaseUrl,
      'SELECT (extract(epoch FROM ts) * 1000)::bigint::text AS ts FROM telemetry_history.lecturas',
    );
    return new Set(rows.map(({ ts }) => Number(ts)));
  };
  const restore = (folder: string, ...args: string[]): Promise<Said> =>
    run('restore', ['--from', file, ...args], { ACEQUIA_DATA: folder });

  beforeAll(async () => {
    chmodSync(base, 0o755);
    telegram = await telegramStandIn();
    acequia = await start(first, wal);
    const root = await acequia.loginAdmin();
    farm = await Farm.create(acequia, root);
    const body = { ...farm.empresa, token_telegram: TOKEN, telegram_chat_id: '5' };
    await root.call('empresas.actualizar', { params: { id: farm.empresa.id }, body });
    const board = await farm.connectBoard();
    config = await configOf(board, farm.board.id);

    let stop = false;
    const began = Date.now() - 3_600_000;
    const load = async (): Promise<void> => {
      for (let n = 0; !stop; n++) {
        const ts = began + n * 10;
        await publishTelemetry(board, farm.board.id, {
          ts,
          pins: { 4: n % 2 },
          sensors: { [SENSOR_PIN]: { t: n % 40, h: 50 } },
        });
        acknowledged.push(ts);
      }
    };
    const loading = load();
    await until(() => acknowledged.length >= BEFORE, 'the boards report');
    const soFar = acknowledged.slice();
    expect(await run('backup', ['--out', file], { ACEQUIA_DATA: first })).toEqual({
      code: 0,
      text: expect.stringContaining('Respaldo listo'),
    });
    expect(acknowledged.length).toBeGreaterThan(soFar.length);
    stop = true;
    await loading;
    // The restore to a later moment needs samples in PostgreSQL before that moment and others after it.
    await eventually(async () => expect((await stored()).size).toBe(acknowledged.length));
    moment = new Date().toISOString();
    await root.call('empresas.crear', { body: { nombre: 'Después del momento', fecha_vencimiento: '2099-01-01' } });
    const [{ name }] = (await query<{ name: string }>(
      acequia.databaseUrl,
      'SELECT pg_walfile_name(pg_switch_wal()) AS name',
    )) as [{ name: string }];
    await until(() => existsSync(join(wal, name)), 'the last segment is archived');
    await board.endAsync(true);
    beforeBackup = soFar;
  });
  afterAll(async () => {
    await acequia.stop();
    telegram.server.close();
    rmSync(base, { recursive: true, force: true });
  });

  it('is refused without a passphrase, and over another backup', async () => {
    const env = { ACEQUIA_DATA: first };
    const short = await run('backup', ['--out', join(base, 'x')], { ...env, ACEQUIA_BACKUP_PASSPHRASE: 'corta' });
    expect(short).toEqual({ code: 1, text: expect.stringMatching(/^ACEQUIA_BACKUP_PASSPHRASE debe tener[^\n]+\n$/) });
    const again = await run('backup', ['--out', file], env);
    expect(again).toEqual({ code: 1, text: expect.stringMatching(/ya existe[^\n]+\n$/) });
  });

  it('shows nothing of what it holds', () => {
    const text = readFileSync(file, 'latin1');
    const key = readFileSync(join(first, 'secret.key'), 'utf8');
    for (const secret of [key, 'Rancho', farm.board.password, ADMIN.email]) expect(text).not.toContain(secret);
  });

  it('is not restored onto a running system, with another passphrase, or when it is cut or changed', async () => {
    expect(await restore(first)).toEqual({ code: 1, text: expect.stringMatching(/Acequia ya está en marcha/) });
    const wrong = { ACEQUIA_DATA: second, ACEQUIA_BACKUP_PASSPHRASE: 'otra contraseña larga' };
    expect((await run('restore', ['--from', file], wrong)).text).toBe(
      'ACEQUIA_BACKUP_PASSPHRASE no es la de este respaldo.\n',
    );
    const bad = join(base, 'bad.respaldo');
    copyFileSync(file, bad);
    const bytes = readFileSync(bad);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(bad, bytes);
    const changed = await run('restore', ['--from', bad], { ACEQUIA_DATA: second });
    expect(changed).toEqual({ code: 1, text: expect.stringMatching(/está dañado o incompleto[^\n]+\n$/) });
    copyFileSync(file, bad);
    truncateSync(bad, bytes.length - 30);
    const cut = await run('restore', ['--from', bad], { ACEQUIA_DATA: second });
    expect(cut).toEqual({ code: 1, text: expect.stringMatching(/está dañado o incompleto[^\n]+\n$/) });
    expect(existsSync(join(second, 'postgres'))).toBe(false);
  });

  it('brings every acknowledged reading, the sessions, the secrets and the boards back, after everything was lost', async () => {
    const session = farm.admin.api;
    await acequia.stop();
    rmSync(first, { recursive: true, force: true });
    expect(await restore(second)).toEqual({
      code: 0,
      text: expect.stringContaining(`Sigue: ACEQUIA_DATA=${second} npm start`),
    });

    acequia = await start(second);
    await eventually(async () => {
      const rows = await stored();
      expect(beforeBackup.filter((ts) => !rows.has(ts))).toEqual([]);
    });
    const again = acequia.api(session.token);
    expect((await again.call('switches.listar')).map(({ id }) => id).sort()).toEqual(
      farm.switches.map(({ id }) => id).sort(),
    );
    await again.call('empresas.probar_telegram', { params: { id: farm.empresa.id }, body: {} });
    expect(telegram.tokens).toContain(TOKEN);
    const board = await connectBoard(acequia.mqtt, farm.board);
    const restored = await configOf(board, farm.board.id);
    expect(restored.relays).toEqual(config.relays);
    expect(restored.epoch).toBeGreaterThan(config.epoch);
    await board.endAsync(true);
  });

  it('goes on to a later moment with the archived WAL, and no further', async () => {
    await acequia.stop();
    expect(await restore(third, '--wal', wal, '--until', moment)).toEqual({
      code: 0,
      text: expect.stringContaining(`Sigue: ACEQUIA_DATA=${third} npm start`),
    });
    acequia = await start(third);
    await eventually(async () => {
      const rows = await stored();
      expect(acknowledged.filter((ts) => !rows.has(ts))).toEqual([]);
    });
    const names = (await (await acequia.loginAdmin()).call('empresas.listar')).map(({ nombre }) => nombre);
    expect(names).toContain(farm.empresa.nombre);
    expect(names).not.toContain('Después del momento');
  });
});
