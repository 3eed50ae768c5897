import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';
import { SIGNATURE_LENGTH, type Signer } from '../keys/signer.js';
import { pause } from './pause.js';

const ASK_AGAIN_MS = 50;

type ChannelHandler = (message: string) => void;

interface Channel {
  handlers: Set<ChannelHandler>;
  subscribed: Promise<void>;
}

/**
 * Publish and subscribe, sharded in a Cluster. Subscriptions survive reconnects. Every message begins with its signature;
 * messages that this installation did not sign reach no handler.
 */
export class PubSub {
  private readonly channels = new Map<string, Channel>();
  private readonly gapListeners: (() => void)[] = [];
  private readonly sharded: boolean;
  /** How often the connection was lost. */
  private losses = 0;

  constructor(
    private readonly publisher: RedisClient,
    private readonly subscriber: RedisClient,
    private readonly signer: Signer,
    /** Receives the error of a handler, which must not end the process. */
    private readonly failed: (error: unknown, channel: string) => void,
    private readonly unsigned: () => void,
  ) {
    this.sharded = publisher instanceof Cluster;
    subscriber.on(this.sharded ? 'smessage' : 'message', (channel: string, message: string) => {
      const handlers = this.channels.get(channel)?.handlers;
      if (!handlers) return;
      const text = message.slice(SIGNATURE_LENGTH);
      if (!this.signer.verify(channel, text, message.slice(0, SIGNATURE_LENGTH))) return this.unsigned();
      for (const handler of handlers) this.hand(handler, channel, text);
    });
    // Also subscribes to channels requested while there was no connection.
    subscriber.on('ready', () => void this.subscribeAll());
    subscriber.on('close', () => (this.losses += 1));
    // A Cluster stays open when one of its nodes goes.
    for (const change of ['-node', 'subscribersReady']) subscriber.on(change, () => this.tellGap());
  }

  /** Tells that messages may have been lost, once they arrive again. */
  onGap(listener: () => void): void {
    this.gapListeners.push(listener);
  }

  /** Resolves to the number of receivers (in a Cluster: on that shard). Rejects when the message could not be sent. */
  async publish(channel: string, text: string): Promise<number> {
    const message = this.signer.sign(channel, text) + text;
    const heard = this.sharded
      ? await this.publisher.spublish(channel, message)
      : await this.publisher.publish(channel, message);
    return Number(heard);
  }

  /** Resolves once Redis has the subscription, or at once without a connection (connecting then subscribes). */
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
    const { losses } = this;
    await Promise.all([...this.channels.keys()].map((channel) => this.ask(channel)));
    // Lost once more: the next connection tells.
    if (losses > 0 && losses === this.losses) this.tellGap();
  }

  private tellGap(): void {
    for (const listener of this.gapListeners) listener();
  }

  /** Retries until subscribed or until the connection is lost; the next connection subscribes again. */
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
