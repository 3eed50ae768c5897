import { Inject, Injectable } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { BusConnections } from '../redis/connections.js';

/**
 * Hints between the instances of one service: "look now". At most once and never the only way: whoever relies on one looks
 * by itself as well, only later.
 */
@Injectable()
export class Signals {
  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly connections: BusConnections,
  ) {}

  /** To every instance that listens, this one included. Never rejects. */
  async send(name: string, text: string): Promise<void> {
    await this.connections.pubSub
      .publish(this.channel(name), text)
      .catch((error: unknown) => this.options.logger.debug({ err: error, name }, 'a signal was lost'));
  }

  async listen(name: string, handler: (text: string) => void): Promise<void> {
    await this.connections.pubSub.subscribe(this.channel(name), handler);
  }

  private channel(name: string): string {
    return `signal:{${this.options.service}.${name}}`;
  }
}
