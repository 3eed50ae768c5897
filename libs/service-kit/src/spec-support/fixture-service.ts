import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Post,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { baseEnv, DatabaseModule, KitModule, loadEnv, LOGGER, runService, TRACE, type Logger } from '../index.js';

/** A complete service for run-service.spec, run in its own process. */
const env = loadEnv(
  baseEnv.extend({ FIXTURE_PUBLIC_PORT: z.coerce.number().optional(), FIXTURE_HANG: z.string().optional() }),
  process.env,
  'inventory',
);

@Controller()
class FixtureController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Get('uno')
  async uno(): Promise<unknown> {
    return this.dataSource.query('SELECT 1 AS uno');
  }

  @Get('lento')
  async lento(): Promise<string> {
    await pause(700);
    return 'listo';
  }

  @Get('rastro')
  async trail(): Promise<string> {
    await pause(1);
    return TRACE.current();
  }

  @Post('cuerpo')
  cuerpo(@Body() body: unknown): unknown {
    return body;
  }

  @Post('cuelga')
  hang(): never {
    for (;;);
  }

  @Post('fallo')
  failure(): string {
    setImmediate(() => void Promise.reject(new Error('suelto')));
    return 'ok';
  }
}

@Injectable()
class Closing implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  beforeApplicationShutdown(): void {
    this.logger.info('parts stop');
  }

  async onApplicationShutdown(): Promise<void> {
    if (env.FIXTURE_HANG) await new Promise(() => undefined);
    this.logger.info('closed');
  }
}

/** A transport whose last call ends a while after it was told to close. */
class FixtureTransport extends Server implements CustomTransportStrategy {
  constructor(private readonly log: Logger) {
    super();
  }

  override listen(callback: () => void): void {
    callback();
  }

  override async close(): Promise<void> {
    await pause(50);
    this.log.info('last call ended');
  }

  override on(): never {
    throw new Error('no events');
  }

  override unwrap(): never {
    throw new Error('no server');
  }
}

@Module({
  imports: [
    KitModule.forRoot({ service: 'inventory', env }),
    DatabaseModule.forRoot({ schema: 'fixture', entities: [], migrations: [] }),
  ],
  controllers: [FixtureController],
  providers: [Closing],
})
class FixtureModule {}

await runService({
  name: 'inventory',
  module: FixtureModule,
  env,
  strategies: (app) => [new FixtureTransport(app.get<Logger>(LOGGER))],
  ...(env.FIXTURE_PUBLIC_PORT && { public: { port: env.FIXTURE_PUBLIC_PORT, hosts: ['127.0.0.1', '::1'] } }),
  configure: (app) => void (env.FIXTURE_PUBLIC_PORT && app.setGlobalPrefix('api')),
});
