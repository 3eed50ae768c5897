import type { Service } from '@acequia/contracts';
import { DataSource } from 'typeorm';
import { addresseesOf } from '../events/event-keys.js';
import { type FixtureOptions, makeSchema, type ServiceFixture, startService } from './service-fixture.js';

/** Pause after the first failed attempt; doubled each time. */
export const RETRY_MS = 50;

/** The services of an installation that exchange events: one database, one Redis. */
export class EventsFixture {
  private readonly running: ServiceFixture[] = [];

  private constructor(
    readonly dataSource: DataSource,
    private readonly redisUrl: string,
  ) {}

  static async open(databaseUrl: string, redisUrl: string): Promise<EventsFixture> {
    const dataSource = new DataSource({ type: 'postgres', url: databaseUrl, poolSize: 20 });
    const fixture = new EventsFixture(await dataSource.initialize(), redisUrl);
    for (const service of ['inventory', ...addresseesOf('inventory')] as const) {
      await fixture.makeSchema(service);
    }
    return fixture;
  }

  /** Creates the schema; an existing one is dropped. */
  makeSchema(service: Service): Promise<void> {
    return makeSchema(this.dataSource, service);
  }

  async start(service: Service, options: Partial<FixtureOptions> = {}): Promise<ServiceFixture> {
    const { dataSource, redisUrl: volatileUrl } = this;
    const started = await startService({ service, volatileUrl, dataSource, eventRetryMs: RETRY_MS, ...options });
    this.running.push(started);
    return started;
  }

  async stop(service: ServiceFixture): Promise<void> {
    this.running.splice(this.running.indexOf(service), 1);
    await service.stop();
  }

  /** Emits that inventory deleted a switch. */
  async emit(inventory: ServiceFixture, id: number, rev: number): Promise<void> {
    await inventory.emit('switch.eliminado', `switch:${id}`, rev, { id, empresa_id: 1 });
  }

  async close(): Promise<void> {
    await Promise.all(this.running.splice(0).map((service) => service.stop()));
    await this.dataSource.destroy();
  }
}
