import { freePort } from '@acequia/local';
import { randomBytes } from 'node:crypto';
import { eventually } from './eventually.js';
import { RedisServer, type RedisServerOptions, SYNC_AT_ONCE } from './redis-server.js';

const SLOTS = [
  [0, 5_461],
  [5_462, 10_922],
  [10_923, 16_383],
] as const;
/** A primary that is silent this long, ms, is replaced by its replica. */
const NODE_TIMEOUT_MS = 2_000;

export interface RedisClusterOptions extends Pick<RedisServerOptions, 'kind' | 'config'> {
  /** One for each primary. */
  replicas?: boolean;
}

const portOf = (node: RedisServer): number => Number(new URL(node.url).port);

/** A Redis Cluster of three primaries on loopback, each with a replica if wanted. */
export class RedisCluster {
  private constructor(
    readonly primaries: readonly RedisServer[],
    readonly replicas: readonly RedisServer[],
    readonly password: string,
  ) {}

  static async start({
    replicas = false,
    kind = 'volatile',
    config = [],
  }: RedisClusterOptions = {}): Promise<RedisCluster> {
    const password = randomBytes(12).toString('hex');
    const nodes = await Promise.all(
      Array.from({ length: replicas ? 6 : 3 }, async () => {
        const own = [
          `cluster-port ${await freePort()}`,
          `cluster-node-timeout ${NODE_TIMEOUT_MS}`,
          `masterauth ${password}`,
          SYNC_AT_ONCE,
        ];
        return RedisServer.start({ kind, password, config: ['cluster-enabled yes', ...own, ...config] });
      }),
    );
    const cluster = new RedisCluster(nodes.slice(0, 3), nodes.slice(3), password);
    await cluster.join();
    return cluster;
  }

  /** All nodes, as REDIS_URL names a cluster. */
  get url(): string {
    return [...this.primaries, ...this.replicas].map(({ url }) => url).join();
  }

  get ports(): number[] {
    return [...this.primaries, ...this.replicas].map(portOf);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.primaries, ...this.replicas].map((node) => node.stop()));
  }

  private async join(): Promise<void> {
    const nodes = [...this.primaries, ...this.replicas];
    const [first, ...others] = nodes.map((node) => node.client());
    for (const [at, [from, to]] of SLOTS.entries())
      await this.primaries[at]!.client().call('CLUSTER', 'ADDSLOTSRANGE', from, to);
    for (const at of others.keys()) {
      const node = nodes[at + 1]!;
      const [, busPort] = (await node.client().config('GET', 'cluster-port')) as [string, string];
      await first!.call('CLUSTER', 'MEET', '127.0.0.1', portOf(node), busPort);
    }
    for (const node of nodes) {
      const client = node.client();
      await eventually(async () => {
        const info = String(await client.call('CLUSTER', 'INFO'));
        if (!info.includes('cluster_state:ok') || !info.includes(`known_nodes:${nodes.length}`)) throw new Error(info);
      });
    }
    for (const [at, replica] of this.replicas.entries()) {
      const client = replica.client();
      await client.call('CLUSTER', 'REPLICATE', String(await this.primaries[at]!.client().call('CLUSTER', 'MYID')));
      await eventually(async () => {
        const info = await client.info('replication');
        if (!info.includes('master_link_status:up')) throw new Error(info);
      });
    }
  }
}
