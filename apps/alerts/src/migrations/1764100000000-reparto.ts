import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is told what and when: hours, quiet hours, escalation, browsers, the daily summary. */
const UP = [
  `ALTER TABLE alerts.canales ADD COLUMN usuario_id integer, ADD COLUMN hora_desde text, ADD COLUMN hora_hasta text,
     ADD COLUMN escalar_min integer NOT NULL DEFAULT 0`,
  // The company's own chat is a channel like the others.
  `INSERT INTO alerts.canales (empresa_id, canal, destino, severidad_minima, activo)
     SELECT id, 'telegram', 'empresa', 'baja', 1 FROM alerts.empresas ON CONFLICT DO NOTHING`,
  `CREATE TABLE alerts.ajustes (
     empresa_id integer PRIMARY KEY,
     descanso_desde text,
     descanso_hasta text,
     descanso_severidad text NOT NULL,
     resumen_hora text
   )`,
  // no_antes: it waits until then, and is dropped when it is no longer needed; escala: nobody acknowledging is what it waits for.
  `ALTER TABLE alerts.entregas ADD COLUMN no_antes bigint NOT NULL DEFAULT 0, ADD COLUMN escala smallint NOT NULL DEFAULT 0`,
  `CREATE TABLE alerts.suscripciones (
     clave text PRIMARY KEY,
     usuario_id integer NOT NULL,
     empresa_id integer,
     nombre text NOT NULL,
     severidad_minima text NOT NULL,
     endpoint_cifrado text NOT NULL,
     claves_cifradas text NOT NULL,
     desde bigint NOT NULL
   )`,
  `CREATE INDEX suscripciones_usuario ON alerts.suscripciones (usuario_id)`,
  `CREATE TABLE alerts.claves (nombre text PRIMARY KEY, valor_cifrado text NOT NULL)`,
  // Each day's summary is sent once.
  `CREATE TABLE alerts.resumenes (empresa_id integer NOT NULL, dia date NOT NULL, PRIMARY KEY (empresa_id, dia))`,
];

export class Reparto1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts.ajustes, alerts.suscripciones, alerts.claves, alerts.resumenes');
    await runner.query('ALTER TABLE alerts.entregas DROP COLUMN no_antes, DROP COLUMN escala');
    await runner.query(`DELETE FROM alerts.canales WHERE canal = 'telegram'`);
    await runner.query(
      'ALTER TABLE alerts.canales DROP COLUMN usuario_id, DROP COLUMN hora_desde, DROP COLUMN hora_hasta, DROP COLUMN escalar_min',
    );
  }
}
