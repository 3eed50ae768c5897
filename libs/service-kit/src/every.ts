import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Logger } from './logger/logger.js';
import { Recurring } from './recurring.js';
import { LOGGER } from './tokens.js';

export interface Period {
  ms: number;
  /** The warning in the log when a run fails; the next run comes all the same. */
  failed: string;
}

/** Runs this method of a provider or controller again and again while the service runs: first after one period, never twice at once. */
export const Every = DiscoveryService.createDecorator<Period>();

/** Starts what is marked with {@link Every}; a shutdown waits for the current runs. */
@Injectable()
export class EveryRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly works: Recurring[] = [];

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    // A provider under a second token is the same instance.
    const providers = new Map(
      [...this.discovery.getProviders(), ...this.discovery.getControllers()].map((one) => [
        one.instance as unknown,
        one,
      ]),
    );
    for (const [instance, provider] of providers) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
        const period = this.discovery.getMetadataByDecorator(Every, provider, name);
        if (period) this.start(instance as Record<string, () => Promise<unknown>>, name, period);
      }
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Nothing runs by itself from then on. */
  async stop(): Promise<void> {
    await Promise.all(this.works.map((work) => work.stop()));
  }

  private start(instance: Record<string, () => Promise<unknown>>, name: string, { ms, failed }: Period): void {
    const work = new Recurring(
      async () => instance[name]?.(),
      (error) => this.logger.warn({ err: error }, failed),
    );
    work.start(ms);
    this.works.push(work);
  }
}
