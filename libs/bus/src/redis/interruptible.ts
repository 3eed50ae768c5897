import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';

/** A connection whose blocking read can be interrupted, so that stopping does not wait for the read. */
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

  /** Ends the current read as if it had timed out. In a Cluster the node is unknown, so the read ends by its timeout. */
  async interrupt(): Promise<void> {
    if (this.clientId === undefined) return;
    await this.commands.client('UNBLOCK', this.clientId).catch(() => undefined);
  }
}
