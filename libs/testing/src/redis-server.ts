import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  endProcess,
  freePort,
  identityOf,
  prepareRedis,
  redisReady,
  startProcess,
  type ProcessSpec,
} from '@acequia/local';
import { Redis } from 'ioredis';

export interface RedisServerOptions {
  /** durable (default): every write is in its file before its answer, so that a kill loses nothing. */
  kind?: 'durable' | 'volatile';
  /** Replaces the generated password, for the nodes of a cluster. */
  password?: string;
  /** Further lines of redis.conf, e.g. `maxmemory 20mb`. */
  config?: string[];
}

/** A primary waits 5 s for further replicas before it sends its data to the first. */
export const SYNC_AT_ONCE = 'repl-diskless-sync-delay 0';

/** A write is in the file before its answer, which a kill outlasts; only a machine that ends would lose it. */
const NO_SYNC = 'appendfsync no';

/** The test's own redis-server process, on a free port of loopback. */
export class RedisServer {
  private child: ChildProcess | null = null;
  private readonly clients: Redis[] = [];

  private constructor(
    readonly url: string,
    private readonly spec: ProcessSpec,
    private readonly folder: string,
  ) {}

  static async start(options: RedisServerOptions = {}): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-redis-'));
    const spec = prepareRedis({
      folder,
      port: await freePort(),
      kind: options.kind ?? 'durable',
      password: options.password ?? true,
      config: [NO_SYNC, ...(options.config ?? [])],
    });
    const server = new RedisServer(spec.url, { ...spec, diesWithParent: 'SIGKILL' }, folder);
    await server.launch();
    return server;
  }

  get pid(): number {
    if (this.child?.pid === undefined) throw new Error('this Redis is not running');
    return this.child.pid;
  }

  /** The folder with its data files. */
  get dataFolder(): string {
    return this.folder;
  }

  /** A connection that {@link stop} closes. */
  client(): Redis {
    const client = new Redis(this.url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    this.clients.push(client);
    return client;
  }

  /** Ends the process and waits for its exit; SIGKILL by default. Its data stays for {@link restart}. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const identity = identityOf(this.pid);
    if (identity) await endProcess(identity, signal);
    this.child = null;
  }

  /** Restarts it on the same port with its previous data (a volatile one is empty). */
  async restart(): Promise<void> {
    if (this.child) await this.kill('SIGTERM');
    await this.launch();
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.disconnect();
    if (this.child) await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async launch(): Promise<void> {
    this.child = startProcess(this.spec, 'ignore');
    this.child.on('error', () => undefined);
    this.child.unref();
    await redisReady(this.url);
  }
}
