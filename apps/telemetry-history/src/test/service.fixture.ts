import { BusServer } from '@acequia/bus';
import { EXPORTS_PATH, type ExportRequest, type Persona, SIGNED_CALLER_HEADER } from '@acequia/contracts';
import { deriveKey, loadEnv, signCaller } from '@acequia/service-kit';
import { RedisServer, TEST_SECRET_KEY, testDatabase, type TestDatabase, testEnv } from '@acequia/testing';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { historyEnv } from '../env.js';

/** PostgreSQL and Redis for the instances of one test. */
export class Parts {
  private constructor(
    readonly database: TestDatabase,
    readonly redis: RedisServer,
  ) {}

  static async start(): Promise<Parts> {
    const [database, redis] = await Promise.all([testDatabase(), RedisServer.start()]);
    return new Parts(database, redis);
  }

  async stop(): Promise<void> {
    await Promise.all([this.database.drop(), this.redis.stop()]);
  }
}

/** The whole service in this process, with real PostgreSQL and Redis. */
export class TestService {
  private constructor(private readonly app: NestExpressApplication) {}

  static async start(parts: Parts, overrides: Record<string, string> = {}): Promise<TestService> {
    const urls = {
      DATABASE_URL: parts.database.url,
      REDIS_URL: parts.redis.url,
      REDIS_VOLATILE_URL: parts.redis.url,
    };
    const env = loadEnv(historyEnv, testEnv({ ...urls, RETENTION_DAYS: '36500', ...overrides }));
    const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(env), {
      logger: false,
      abortOnError: false,
      bodyParser: false,
    });
    app.useBodyParser('json');
    app.connectMicroservice({ strategy: app.get(BusServer) }, { inheritAppConfig: true });
    await app.init();
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
    return new TestService(app);
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.app.get(DataSource).query(sql, values) as Promise<Row[]>;
  }

  async send(asked: ExportRequest, caller: Persona): Promise<ClientRequest> {
    const sent = request(new URL(EXPORTS_PATH, await this.app.getUrl()), {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        [SIGNED_CALLER_HEADER]: signCaller(deriveKey(TEST_SECRET_KEY, 'caller'), caller),
      },
    });
    sent.end(JSON.stringify(asked));
    return sent;
  }

  /** Returns the response's head; the body waits until the test reads it. */
  async export(asked: ExportRequest, caller: Persona): Promise<IncomingMessage> {
    const sent = await this.send(asked, caller);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    // Some tests end the body early on purpose.
    response.on('error', () => undefined);
    return response;
  }

  async exportText(asked: ExportRequest, caller: Persona): Promise<{ status: number | undefined; body: string }> {
    const response = await this.export(asked, caller);
    return { status: response.statusCode, body: (await buffer(response)).toString() };
  }
}
