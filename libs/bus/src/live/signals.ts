import { Inject, Injectable } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { BusConnections } from '../redis/connections.js';

/**
 * Hints between the instances of one service: "look now". Delivered at most once, so a receiver must also look on its own,
 * only less often.
 */
@Injectable()
export class Signals {
  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly connections: BusConnections,
  ) {}

  /** Sends to every listening instance, including this one. Never rejects. */
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
