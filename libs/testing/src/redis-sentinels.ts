import { bareEnv, endProcess, freePort, identityOf, redisReady, startProcess } from '@acequia/local';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { RedisServer, SYNC_AT_ONCE } from './redis-server.js';

const NAME = 'campo';
const SENTINELS = 3;
const QUORUM = 2;
/** A primary that is silent this long, ms, is replaced by its replica. */
const DOWN_AFTER_MS = 2_000;

interface Sentinel {
  port: number;
  pid: number;
  folder: string;
}

/** A primary with one replica on loopback, and three Sentinels that replace the primary when it dies. */
export class RedisSentinels {
  private constructor(
    readonly servers: readonly RedisServer[],
    private readonly sentinels: readonly Sentinel[],
    private readonly password: string,
  ) {}

  static async start(): Promise<RedisSentinels> {
    const password = randomBytes(12).toString('hex');
    const config = [`masterauth ${password}`, SYNC_AT_ONCE];
    const primary = await RedisServer.start({ password, config });
    const { port } = new URL(primary.url);
    // At a failover the Sentinels rewrite this line in both configuration files.
    const replica = await RedisServer.start({ password, config: [...config, `replicaof 127.0.0.1 ${port}`] });
    await linkedUp(replica.client());
    const sentinels: Sentinel[] = [];
    for (let n = 0; n < SENTINELS; n++) sentinels.push(await startSentinel(Number(port), password));
    return new RedisSentinels([primary, replica], sentinels, password);
  }

  /** The Sentinels and the name of the primary, as REDIS_URL takes them. */
  get url(): string {
    return `redis+sentinel://:${this.password}@${this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join()}/${NAME}`;
  }

  /** The server that is the primary now, once a replica follows it. */
  primary(): Promise<RedisServer> {
    return eventually(async () => {
      for (const server of this.servers)
        if (/role:master[^]*connected_slaves:[1-9]/.test(await server.client().info('replication'))) return server;
      throw new Error('no primary has a replica');
    });
  }

  async stop(): Promise<void> {
    for (const { pid, folder } of this.sentinels) {
      const identity = identityOf(pid);
      if (identity) await endProcess(identity, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

const linkedUp = (replica: Redis): Promise<void> =>
  eventually(async () => {
    const info = await replica.info('replication');
    if (!info.includes('master_link_status:up')) throw new Error(info);
  });

/** Starts a Sentinel; it finds the replica and the other Sentinels through the primary. */
const startSentinel = async (primaryPort: number, password: string): Promise<Sentinel> => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${folder}"`,
    `requirepass ${password}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primaryPort} ${QUORUM}`,
    `sentinel auth-pass ${NAME} ${password}`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${NAME} 10000`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  const spec = { name: 'sentinel', command: 'redis-server', args: [file, '--sentinel'], env: bareEnv(), cwd: folder };
  const child = startProcess({ ...spec, diesWithParent: 'SIGKILL' }, 'ignore');
  child.on('error', () => undefined);
  child.unref();
  await redisReady(`redis://:${password}@127.0.0.1:${port}`);
  return { port, pid: child.pid!, folder };
};
