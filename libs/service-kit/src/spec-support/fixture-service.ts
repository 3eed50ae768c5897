import { setTimeout as pause } from 'node:timers/promises';
import { Body, Controller, Get, Inject, Injectable, Module, Post, type OnApplicationShutdown } from '@nestjs/common';
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

  @Post('fallo')
  failure(): string {
    setImmediate(() => void Promise.reject(new Error('suelto')));
    return 'ok';
  }
}

@Injectable()
class Closing implements OnApplicationShutdown {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  async onApplicationShutdown(): Promise<void> {
    if (env.FIXTURE_HANG) await new Promise(() => undefined);
    this.logger.info('closed');
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
  ...(env.FIXTURE_PUBLIC_PORT && { public: { port: env.FIXTURE_PUBLIC_PORT, hosts: ['127.0.0.1', '::1'] } }),
  configure: (app) => void (env.FIXTURE_PUBLIC_PORT && app.setGlobalPrefix('api')),
});
