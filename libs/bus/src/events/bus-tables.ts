/** SQL statements for the first migration of a service's schema: the outbox and the inbox. */
export const busTables = (schema: string): string[] => [
  // The relay assigns `posicion` in the order in which it finds the rows committed, so a slow transaction's rows get later
  // positions and are never skipped. `seq` is the order of writing.
  `CREATE TABLE "${schema}".bus_outbox (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     posicion bigint UNIQUE,
     name text NOT NULL,
     entidad text NOT NULL,
     rev integer NOT NULL,
     at timestamptz NOT NULL DEFAULT clock_timestamp(),
     trace_id text NOT NULL,
     data jsonb NOT NULL
   )`,
  `CREATE INDEX bus_outbox_por_enviar ON "${schema}".bus_outbox (seq) WHERE posicion IS NULL`,
  `CREATE INDEX bus_outbox_por_entidad ON "${schema}".bus_outbox (entidad, seq)`,
  // Distinguishes this outbox from an earlier one that filled the same stream (after a database was recreated, say).
  `CREATE TABLE "${schema}".bus_relay (
     unico boolean PRIMARY KEY DEFAULT true CHECK (unico),
     epoch uuid NOT NULL DEFAULT gen_random_uuid()
   )`,
  `INSERT INTO "${schema}".bus_relay DEFAULT VALUES`,
  // A deleted entity's revision stays: a late "guardada" must not restore the entity. `<entidad>#<rev>`: an overtaken event, not handled yet.
  `CREATE TABLE "${schema}".bus_inbox (entidad text PRIMARY KEY, rev integer NOT NULL)`,
  // Per producer, the highest position that was handled.
  `CREATE TABLE "${schema}".bus_consumido (productor text PRIMARY KEY, posicion bigint NOT NULL)`,
];
