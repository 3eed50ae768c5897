import { Bus } from '@acequia/bus';
import type { CallName } from '@acequia/contracts';
import { loadEnv } from '@acequia/service-kit';
import { RedisServer, testDatabase, type TestDatabase, testEnv } from '@acequia/testing';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { type AlertsEnv, alertsEnv } from './env.js';

/** The whole service in this process, in one instance or several, on a Redis and a database of its own. No other service is there. */
export class Alerts {
  private constructor(
    readonly env: AlertsEnv,
    readonly apps: readonly INestApplication[],
    private readonly redis: RedisServer,
    private readonly database: TestDatabase,
  ) {}

  static async start({
    instances = 1,
    env: extra = {},
  }: { instances?: number; env?: Record<string, string> } = {}): Promise<Alerts> {
    const [redis, database] = await Promise.all([RedisServer.start(), testDatabase()]);
    const urls = { DATABASE_URL: database.url, REDIS_URL: redis.url, REDIS_VOLATILE_URL: redis.url };
    const env = loadEnv(alertsEnv, testEnv({ ...urls, ...extra }));
    const apps: INestApplication[] = [];
    while (apps.length < instances)
      apps.push(await NestFactory.create(AppModule.forRoot(env), { logger: false, abortOnError: false }));
    return new Alerts(env, apps, redis, database);
  }

  get app(): INestApplication {
    return this.apps[0]!;
  }

  get<T>(type: Type<T> | (abstract new (...args: never[]) => T), which = 0): T {
    return this.apps[which]!.get(type);
  }

  query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.get(DataSource).query(sql, params);
  }

  /** Answers every call to another service; what throws is its refusal. */
  answerCalls(answer: (name: CallName, request: { id: number; usuario_id: number }) => unknown): void {
    for (const app of this.apps)
      app.get(Bus).call = (async (name: CallName, request: never) => answer(name, request)) as Bus['call'];
  }

  async stop(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.close()));
    await Promise.all([this.redis.stop(), this.database.drop()]);
  }
}
