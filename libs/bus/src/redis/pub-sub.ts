import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';
import { pause } from './pause.js';

const ASK_AGAIN_MS = 50;

type ChannelHandler = (message: string) => void;

interface Channel {
  handlers: Set<ChannelHandler>;
  subscribed: Promise<void>;
}

/** Publish and subscribe, sharded where the client is a Cluster. Subscriptions survive reconnects. */
export class PubSub {
  private readonly channels = new Map<string, Channel>();
  private readonly sharded: boolean;

  constructor(
    private readonly publisher: RedisClient,
    private readonly subscriber: RedisClient,
    /** What a handler throws must not end the process. */
    private readonly failed: (error: unknown, channel: string) => void,
  ) {
    this.sharded = publisher instanceof Cluster;
    subscriber.on(this.sharded ? 'smessage' : 'message', (channel: string, message: string) => {
      for (const handler of this.channels.get(channel)?.handlers ?? []) this.hand(handler, channel, message);
    });
    // What was asked for while there was no connection.
    subscriber.on('ready', () => void this.subscribeAll());
  }

  /** How many heard it (in a Cluster: on that shard). Rejects when it could not be sent. */
  async publish(channel: string, message: string): Promise<number> {
    const heard = this.sharded
      ? await this.publisher.spublish(channel, message)
      : await this.publisher.publish(channel, message);
    return Number(heard);
  }

  /** Resolves once Redis has it, or at once when there is no connection (it is then made with the connection). */
  async subscribe(channel: string, handler: ChannelHandler): Promise<void> {
    let known = this.channels.get(channel);
    if (!known) {
      known = { handlers: new Set(), subscribed: this.ask(channel) };
      this.channels.set(channel, known);
    }
    known.handlers.add(handler);
    await known.subscribed;
  }

  async unsubscribe(channel: string, handler: ChannelHandler): Promise<void> {
    const known = this.channels.get(channel);
    if (!known?.handlers.delete(handler) || known.handlers.size > 0) return;
    this.channels.delete(channel);
    await (this.sharded ? this.subscriber.sunsubscribe(channel) : this.subscriber.unsubscribe(channel)).catch(
      () => undefined,
    );
  }

  private hand(handler: ChannelHandler, channel: string, message: string): void {
    try {
      handler(message);
    } catch (error) {
      this.failed(error, channel);
    }
  }

  private async subscribeAll(): Promise<void> {
    await Promise.all([...this.channels.keys()].map((channel) => this.ask(channel)));
  }

  /** Tries until it is done, or until there is no connection: the next one brings its own attempt. */
  private async ask(channel: string): Promise<void> {
    do {
      try {
        await (this.sharded ? this.subscriber.ssubscribe(channel) : this.subscriber.subscribe(channel));
        return;
      } catch {
        await pause(ASK_AGAIN_MS);
      }
    } while (this.subscriber.status === 'ready' && this.channels.has(channel));
  }
}
