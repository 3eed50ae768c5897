import { BusServer } from '@acequia/bus';
import { type FixtureHandlers, type ServiceFixture, startService } from '@acequia/bus/spec-support';
import type { Service } from '@acequia/contracts';
import { EveryRunner, loadEnv } from '@acequia/service-kit';
import { RedisServer, testDatabase, type TestDatabase, testEnv } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { automationEnv } from './env.js';

type Calls = NonNullable<FixtureHandlers['calls']>;

/** Instances of the service on their own database and Redis; the test answers calls to the other services. */
export class Automation {
  private readonly apps = new Set<INestApplication>();
  private readonly neighbours: ServiceFixture[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly redis: RedisServer,
  ) {}

  static async start(calls: Partial<Record<Service, Calls>> = {}): Promise<Automation> {
    const [database, redis] = await Promise.all([testDatabase(), RedisServer.start()]);
    const automation = new Automation(database, redis);
    for (const service of ['device-gateway', 'inventory', 'auth-tenancy', 'telemetry-history'] as const) {
      const handlers = { calls: calls[service] ?? {}, otherCalls: async () => ({}) };
      automation.neighbours.push(await startService({ service, volatileUrl: redis.url, handlers }));
    }
    return automation;
  }

  async instance(settings: Record<string, string> = {}): Promise<INestApplication> {
    const env = loadEnv(
      automationEnv,
      testEnv({
        DATABASE_URL: this.database.url,
        REDIS_URL: this.redis.url,
        INSTANCE_ID: `auto-${this.apps.size}`,
        ...settings,
      }),
    );
    const app = await NestFactory.create(AppModule.forRoot(env), { logger: false, abortOnError: false });
    app.connectMicroservice({ strategy: app.get(BusServer) }, { inheritAppConfig: true });
    await app.init();
    await app.startAllMicroservices();
    this.apps.add(app);
    return app;
  }

  /** An instance that looks at nothing by itself: its test says when. */
  async instanceByHand(): Promise<INestApplication> {
    const app = await this.instance();
    await app.get(EveryRunner).stop();
    return app;
  }

  async end(app: INestApplication): Promise<void> {
    if (this.apps.delete(app)) await app.close();
  }

  /** In the schema of the service. */
  async query<T>(app: INestApplication, sql: string, params: unknown[] = []): Promise<T[]> {
    const answer: unknown = await app.get(DataSource).query(sql, params);
    return answer as T[];
  }

  /** Stores a turn as planning or a board left it. */
  async insertTurn(app: INestApplication, row: Readonly<Record<string, unknown>>): Promise<void> {
    const names = Object.keys(row);
    const places = names.map((_, n) => `$${n + 1}`);
    await this.query(app, `INSERT INTO turnos (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apps].map((app) => this.end(app)));
    await Promise.all(this.neighbours.map((neighbour) => neighbour.stop()));
    await Promise.all([this.database.drop(), this.redis.stop()]);
  }
}
