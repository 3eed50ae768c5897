import { freePort } from '@acequia/testing';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;
const PLUGIN = 'mosquitto_dynamic_security.so';

const plugin = (): string => {
  const folders = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => join('/usr/lib', name))];
  const found = folders.map((folder) => join(folder, PLUGIN)).find((path) => existsSync(path));
  if (!found) throw new Error(`${PLUGIN} is not installed (Debian: apt-get install mosquitto)`);
  return found;
};

/** Debian's Mosquitto on a free port: with its dynamic security plugin and one administrator, or without any accounts. */
export class Mosquitto {
  readonly admin = { username: 'puerta', password: 'secreto-de-la-puerta' };
  private child: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(accounts = true): Promise<Mosquitto> {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-mosquitto-'));
    const broker = new Mosquitto(folder, await freePort());
    const lines = [
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      `listener ${broker.port} 127.0.0.1`,
      `allow_anonymous ${!accounts}`,
      ...(accounts ? broker.withAccounts() : []),
      'max_queued_messages 0',
    ];
    writeFileSync(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`);
    await broker.launch();
    return broker;
  }

  get url(): string {
    return `mqtt://${this.admin.username}:${this.admin.password}@127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGTERM');
    if (this.child?.exitCode === null) await new Promise((resolve) => this.child?.once('exit', resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private withAccounts(): string[] {
    const file = join(this.folder, 'dynamic-security.json');
    const { username, password } = this.admin;
    execFileSync('mosquitto_ctrl', ['dynsec', 'init', file, username, password], { env: { PATH }, stdio: 'ignore' });
    return [`plugin ${plugin()}`, `plugin_opt_config_file ${file}`];
  }

  private async launch(): Promise<void> {
    this.child = spawn('mosquitto', ['-c', join(this.folder, 'mosquitto.conf')], { env: { PATH }, stdio: 'ignore' });
    while (!(await this.answers())) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
  }
}
