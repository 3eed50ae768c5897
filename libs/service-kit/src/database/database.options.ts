import type { EntitySchema, MigrationInterface, MixedList } from 'typeorm';

export interface DatabaseOptions {
  /** The service's own schema, e.g. `inventory`. Created when absent. */
  schema: string;
  entities: MixedList<(new () => object) | EntitySchema>;
  migrations: (new () => MigrationInterface)[];
  /** Statement timeout, ms (default 10 000). A stream that needs longer raises its own with SET LOCAL. */
  statement_timeout_ms?: number;
}
