/** SQL statements for the first migration of a service's schema: the outbox and the inbox. */
export const busTables = (schema: string): string[] => [
  // `posicion` is given by the relay in the order in which it found the rows committed, so that one of a slow
  // transaction comes later and is never skipped. `seq` is the order of writing.
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
  // Tells this outbox from any other that ever filled the same stream (a database made anew, say).
  `CREATE TABLE "${schema}".bus_relay (
     unico boolean PRIMARY KEY DEFAULT true CHECK (unico),
     epoch uuid NOT NULL DEFAULT gen_random_uuid()
   )`,
  `INSERT INTO "${schema}".bus_relay DEFAULT VALUES`,
  // The revision of a deleted entity stays: an overtaken "guardada" must not bring it back.
  `CREATE TABLE "${schema}".bus_inbox (entidad text PRIMARY KEY, rev integer NOT NULL)`,
  // The highest position acted on, per producer.
  `CREATE TABLE "${schema}".bus_consumido (productor text PRIMARY KEY, posicion bigint NOT NULL)`,
];
