import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { BaseEnv } from '../config/env.js';
import { HealthService } from '../http/health.service.js';
import { ENV, LOGGER } from '../tokens.js';
import type { DatabaseOptions } from './database.options.js';
import { openDataSource, rehearseMigrations } from './open-data-source.js';

/**
 * TypeORM's DataSource on DATABASE_URL (pool of DATABASE_POOL connections), with the service's schema created and migrated; inject
 * `DataSource`, or use @nestjs/typeorm's `forFeature`. Its queries throw AppError `servicio_no_disponible` while Postgres is away.
 */
@Module({})
export class DatabaseModule implements OnModuleInit {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(HealthService) private readonly health: HealthService,
  ) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [ENV, LOGGER],
          useFactory: (env: BaseEnv, logger: Logger) => {
            if (!env.DATABASE_URL) throw new Error('Bad environment: DATABASE_URL is missing');
            const application = `acequia ${options.schema} ${env.INSTANCE_ID}`;
            // The factory below opens the DataSource from `extra`: TypeORM's own options cannot carry the logger.
            return {
              type: 'postgres' as const,
              extra: {
                url: env.DATABASE_URL,
                direct: env.DATABASE_DIRECT_URL,
                pool: env.DATABASE_POOL,
                connectTimeoutMs: env.DATABASE_CONNECT_TIMEOUT_MS,
                application,
                migrate: env.MIGRATIONS,
                logger,
              },
            };
          },
          dataSourceFactory: async (given) => {
            const { extra } = given as { extra: Parameters<typeof openDataSource>[0] };
            if (extra.migrate === 'rehearse') await rehearseAndExit(extra, options);
            return openDataSource(extra, options);
          },
        }),
      ],
    };
  }

  onModuleInit(): void {
    this.health.add('postgres', async () => {
      await this.dataSource.query('SELECT 1');
    });
  }
}

const rehearseAndExit = async (...given: Parameters<typeof rehearseMigrations>): Promise<never> => {
  const names = await rehearseMigrations(...given);
  given[0].logger.info({ migrations: names }, 'The migrations would run');
  process.exit(0);
};
