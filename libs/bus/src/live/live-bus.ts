import type { LiveMessage } from '@acequia/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { BusConnections } from '../redis/connections.js';

export type LiveHandler = (message: LiveMessage) => void;

const channelOf = (empresa_id: number): string => `live:{${empresa_id}}`;

/** Live messages of an empresa: at most once; nothing is kept for absent listeners. */
@Injectable()
export class LiveBus {
  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly connections: BusConnections,
  ) {}

  /** Never rejects: a message that cannot be sent is lost, which browsers tolerate. */
  async publish(empresa_id: number, message: LiveMessage): Promise<void> {
    await this.connections.pubSub
      .publish(channelOf(empresa_id), JSON.stringify(message))
      .catch((error: unknown) => this.options.logger.debug({ err: error, empresa_id }, 'a live message was lost'));
  }

  /** Resolves to a function that ends the subscription. */
  async subscribe(empresa_id: number, handler: LiveHandler): Promise<() => Promise<void>> {
    const channel = channelOf(empresa_id);
    const listen = (text: string): void => handler(JSON.parse(text) as LiveMessage);
    await this.connections.pubSub.subscribe(channel, listen);
    return () => this.connections.pubSub.unsubscribe(channel, listen);
  }

  /** Tells that messages may have been lost, once the subscriptions are there again. */
  onGap(listener: () => void): void {
    this.connections.pubSub.onGap(listener);
  }
}
