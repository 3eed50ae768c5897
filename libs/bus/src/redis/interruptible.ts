import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';

/** A connection whose blocking read can be ended early, so that stopping does not wait for it. */
export class Interruptible {
  private clientId: number | undefined;

  constructor(
    readonly connection: RedisClient,
    private readonly commands: RedisClient,
  ) {
    if (connection instanceof Cluster) return;
    connection.on('ready', () => {
      connection.client('ID').then(
        (id) => (this.clientId = id),
        () => undefined,
      );
    });
  }

  /** The read in progress ends as if its time were up. In a Cluster (whose node is not known) it ends by itself. */
  async interrupt(): Promise<void> {
    if (this.clientId === undefined) return;
    await this.commands.client('UNBLOCK', this.clientId).catch(() => undefined);
  }
}
