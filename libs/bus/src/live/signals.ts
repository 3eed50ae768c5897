import type { Service } from '@acequia/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { BusConnections } from '../redis/connections.js';

/**
 * Hints to the instances of a service: "look now". Delivered at most once, so a receiver must also look on its own,
 * only less often.
 */
@Injectable()
export class Signals {
  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly connections: BusConnections,
  ) {}

  /** Sends to every listening instance of a service; of this one, unless it is named. Never rejects. */
  async send(name: string, text: string, service: Service = this.options.service): Promise<void> {
    await this.connections.pubSub
      .publish(channelOf(service, name), text)
      .catch((error: unknown) => this.options.logger.debug({ err: error, name }, 'a signal was lost'));
  }

  async listen(name: string, handler: (text: string) => void): Promise<void> {
    await this.connections.pubSub.subscribe(channelOf(this.options.service, name), handler);
  }
}

const channelOf = (service: Service, name: string): string => `signal:{${service}.${name}}`;
