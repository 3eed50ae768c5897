import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, connectBoard, publishTelemetry, SENSOR_PIN } from '@acequia/testing';
import { Engine } from './parts/engine.js';
import { figure } from './parts/figures.js';
import { guide } from './parts/guide.js';
import { EMAIL, Installation } from './parts/installation.js';
import { shell } from './parts/run.js';
import { SecureConsole } from './parts/secure.js';

const DOMAIN = 'riego.home.arpa';

/** A server on a LAN, by the blocks of docs/operations.md themselves. */
describe('docker compose behind a name of its own', () => {
  let engine: Engine;
  let server: Installation;
  let console: SecureConsole;
  /** What an operator keeps away from the server. */
  const safe = mkdtempSync(join(tmpdir(), 'acequia-safe-'));
  const names = () => ({
    'you@farm.mx': EMAIL,
    'farm.example.mx': DOMAIN,
    '/mnt/safe': safe,
    '/mnt/nas': safe,
    'acequia-….respaldo': readdirSync(safe).find((name) => name.endsWith('.respaldo')) ?? 'none',
  });
  const authority = (): string => readFileSync(join(server.folder, 'ca.pem'), 'utf8');
  const tokenWith = async (password: string): Promise<string> => {
    const { token } = await console.login(EMAIL, password);
    return token!;
  };
  const companies = async (token: string): Promise<string[]> => {
    const { statusCode, body } = await console.get('/api/empresas', token);
    if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`);
    return (JSON.parse(body) as { nombre: string }[]).map(({ nombre }) => nombre);
  };
  let password: string;
  let token: string;

  beforeAll(async () => {
    engine = await Engine.start();
    server = await Installation.prepare(engine, DOMAIN);
    await server.compose('build');
    await server.compose('up', '-d', '--wait');
  });
  afterAll(async () => {
    await server?.end();
    await engine?.stop();
    rmSync(safe, { recursive: true, force: true });
  });

  it("serves people with a certificate of Caddy's own authority, and their live connections", async () => {
    const block = guide('so Caddy signs them itself', names()).split('\n');
    // The first two lines of the block made this server.
    await eventually(() => server.shell(block.slice(2).join('\n')));
    console = new SecureConsole(engine.address, DOMAIN, authority());
    const { statusCode, rawHeaders } = await console.get('/');
    expect(statusCode).toBe(200);
    expect(rawHeaders.filter((name) => /^strict-transport-security$/i.test(name))).toHaveLength(1);
    password = server.secret('admin_password');
    token = await tokenWith(password);
    expect(await console.openSocket()).toBe(101);
  });

  it('takes boards at 8883 with the same certificate', async () => {
    const secret = { token_telegram: `123456:${'A'.repeat(35)}`, telegram_chat_id: '-4001' };
    await server.api('/api/empresas', token, { nombre: 'Norte', fecha_vencimiento: '2099-01-01', ...secret });
    const [board] = await server.api<{ id: number; username: string; password: string }[]>('/api/placas', token, {
      empresa_id: 1,
    });
    await eventually(async () => {
      const client = await connectBoard(`mqtts://${engine.address}:8883`, board!, {
        ca: authority(),
        servername: DOMAIN,
      });
      await publishTelemetry(client, board!.id, { ts: Date.now(), sensors: { [SENSOR_PIN]: { t: 21.5, h: 60 } } });
      await client.endAsync();
    });
    await eventually(async () => expect(await server.readings()).toBeGreaterThan(0));
  });

  it('takes a new key, and people stay logged in', async () => {
    await server.shell(guide('In compose (some seconds without answers', names()));
    await eventually(() => server.shell(guide('every service that had a secret says so', names())));
    await eventually(async () => expect(await companies(token)).toEqual(['Norte']));
    await server.shell(guide('12 hours later the previous key goes', names()));
    await eventually(async () => expect(await companies(await tokenWith(password))).toEqual(['Norte']));
  });

  it('is backed up, and comes back on a new server with the copy of its secrets', async () => {
    await server.compose('restart', 'backup');
    await eventually(async () =>
      expect(await server.logs('backup')).toMatch(/Respaldo listo: \/backups\/acequia-\S+Z\.respaldo/),
    );
    const newest = (await server.logs('backup')).match(/acequia-\S+Z\.respaldo/g)!.at(-1)!;
    await server.compose('cp', `backup:/backups/${newest}`, `${safe}/${newest}`);
    await shell(`cp -a '${server.folder}/secrets' '${safe}'`);
    await moveTo('To restore in compose on a new server');
    expect(await companies(await tokenWith(password))).toEqual(['Norte']);
  });

  it('comes back without that copy too, by the passphrase alone', async () => {
    const passphrase = readFileSync(join(safe, 'secrets', 'backup_passphrase'), 'utf8').trim();
    await moveTo('Without that copy the passphrase is enough', { 'the passphrase': passphrase });
    expect(await companies(await tokenWith(password))).toEqual(['Norte']);
    expect(password).not.toBe(server.secret('admin_password'));
  });

  const moveTo = async (words: string, more: Record<string, string> = {}): Promise<void> => {
    await server.end();
    server = await Installation.files(engine);
    await figure(`seconds of a restore («${words}»)`, () => server.shell(guide(words, { ...names(), ...more })));
    await server.compose('up', '-d', '--wait');
    await eventually(async () => {
      await server.shell('docker compose exec -T proxy cat /data/caddy/pki/authorities/local/root.crt > ca.pem');
      console = new SecureConsole(engine.address, DOMAIN, authority());
      expect((await console.get('/')).statusCode).toBe(200);
    });
  };
});
