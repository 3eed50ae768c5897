import { RedisServer } from '@acequia/testing';
import type { Redis } from 'ioredis';
import { type FixtureHandlers, type FixtureOptions, type ServiceFixture, startService } from './service-fixture.js';

/** One Redis, flushed for each test, in which api-gateway calls instances of inventory. */
export class CallsFixture {
  private readonly started: ServiceFixture[] = [];

  private constructor(
    readonly redis: RedisServer,
    readonly client: Redis,
  ) {}

  static async open(): Promise<CallsFixture> {
    const redis = await RedisServer.start({ kind: 'volatile' });
    return new CallsFixture(redis, redis.client());
  }

  /** @returns the calling service */
  async beginTest(): Promise<ServiceFixture> {
    await this.client.flushall();
    return this.start({ service: 'api-gateway' });
  }

  async endTest(): Promise<void> {
    await Promise.all(this.started.splice(0).map((service) => service.stop()));
  }

  close(): Promise<void> {
    return this.redis.stop();
  }

  /** Stops an instance before its test ends. */
  async stop(service: ServiceFixture): Promise<void> {
    this.started.splice(this.started.indexOf(service), 1);
    await service.stop();
  }

  inventory(calls: NonNullable<FixtureHandlers['calls']>, more: Partial<FixtureOptions> = {}): Promise<ServiceFixture> {
    return this.start({ service: 'inventory', handlers: { calls }, ...more });
  }

  private async start(options: Omit<FixtureOptions, 'volatileUrl'>): Promise<ServiceFixture> {
    const service = await startService({ volatileUrl: this.redis.url, ...options });
    this.started.push(service);
    return service;
  }
}

/** A promise that a test resolves when it chooses. */
export const gate = () => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};
