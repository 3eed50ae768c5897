import type { EntitySchema, MigrationInterface, MixedList } from 'typeorm';

export interface DatabaseOptions {
  /** The service's own schema, e.g. `inventory`. Made when absent. */
  schema: string;
  entities: MixedList<(new () => object) | EntitySchema>;
  migrations: (new () => MigrationInterface)[];
  /** Longest a statement may run, ms (default 10 000). A stream that takes longer sets its own with SET LOCAL. */
  statement_timeout_ms?: number;
}
