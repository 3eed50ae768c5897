import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@acequia/local';
import { eventually } from '@acequia/testing';
import { binaries, idOf, query } from './parts.js';
import type { Programs } from './programs.js';

const DATABASE = 'acequia';
const PASSWORD = 'una-clave-de-pruebas';
/** Small enough to run beside a whole system; every statement is in the log of the server that ran it. */
const SETTINGS = { shared_buffers: '64MB', max_connections: '120', log_statement: 'all', hot_standby_feedback: 'on' };

/** A primary of Debian's PostgreSQL and a standby that follows it, each a process that a test can kill. */
export class StandbyPair {
  private readonly who = { uid: idOf('-u'), gid: idOf('-g') };

  private constructor(
    private readonly programs: Programs,
    private readonly ports: Record<'primary' | 'standby', number>,
  ) {}

  static async start(programs: Programs): Promise<StandbyPair> {
    const pair = new StandbyPair(programs, { primary: await freePort(), standby: await freePort() });
    mkdirSync(pair.folder);
    chownSync(pair.folder, pair.who.uid, pair.who.gid);
    await pair.startPrimary();
    await pair.startStandby();
    return pair;
  }

  urlOf(server: 'primary' | 'standby', database = DATABASE): string {
    return `postgres://acequia:${PASSWORD}@127.0.0.1:${this.ports[server]}/${database}`;
  }

  portOf(server: 'primary' | 'standby'): number {
    return this.ports[server];
  }

  on(server: 'primary' | 'standby', text: string): Promise<Record<string, unknown>[]> {
    return query(this.urlOf(server), text);
  }

  /** From now on a commit of the primary waits until the standby has stored it. */
  async beSynchronous(): Promise<void> {
    await this.on('primary', `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await this.on('primary', 'SELECT pg_reload_conf()');
    await eventually(async () =>
      expect(await this.on('primary', 'SELECT sync_state FROM pg_stat_replication')).toEqual([{ sync_state: 'sync' }]),
    );
  }

  kill(server: 'primary' | 'standby'): Promise<void> {
    return this.programs.stop(server, 'SIGKILL');
  }

  /** Starts a standby that was killed. */
  async restartStandby(): Promise<void> {
    this.run('standby');
    await eventually(() => this.on('standby', 'SELECT 1'));
  }

  private get folder(): string {
    return join(this.programs.folder, 'pair');
  }

  private async startPrimary(): Promise<void> {
    const password = join(this.folder, 'password');
    writeFileSync(password, PASSWORD, { mode: 0o600 });
    chownSync(password, this.who.uid, this.who.gid);
    const access = ['-U', 'acequia', '--auth=scram-sha-256', `--pwfile=${password}`];
    this.finish('initdb', ['-D', join(this.folder, 'primary'), ...access, '--locale=C', '-E', 'UTF8']);
    this.run('primary');
    await eventually(() => query(this.urlOf('primary', 'postgres'), 'SELECT 1'));
    await query(this.urlOf('primary', 'postgres'), `CREATE DATABASE ${DATABASE}`);
  }

  private async startStandby(): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(this.ports.primary), '-U', 'acequia'];
    this.finish('pg_basebackup', [...from, '-D', join(this.folder, 'standby'), '-R', '-X', 'stream', '-c', 'fast'], {
      PGPASSWORD: PASSWORD,
    });
    await this.restartStandby();
  }

  private finish(name: string, args: string[], env?: NodeJS.ProcessEnv): void {
    this.programs.run({
      name,
      command: join(binaries(), name),
      args,
      cwd: this.folder,
      ...(env && { env }),
      ...this.who,
    });
  }

  private run(server: 'primary' | 'standby'): void {
    const data = join(this.folder, server);
    const flags = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const listen = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${this.folder}`];
    this.programs.start({
      name: server,
      command: join(binaries(), 'postgres'),
      args: ['-D', data, '-p', String(this.ports[server]), ...listen, ...flags],
      cwd: this.folder,
      stopSignal: 'SIGINT',
      ...this.who,
    });
  }
}
