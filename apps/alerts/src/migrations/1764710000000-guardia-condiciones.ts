import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who of the platform's rota was told (`dicho`) of a condition that holds since `desde`, as the how many-th (`lugar`, from 0) and with
 * which code, and who acknowledged it.
 */
export class GuardiaCondiciones1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE alerts.guardia_condiciones (
         condicion text NOT NULL,
         desde bigint NOT NULL,
         usuario_id integer NOT NULL,
         lugar integer,
         codigo text,
         dicho bigint,
         reconocido bigint,
         PRIMARY KEY (condicion, desde, usuario_id)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts.guardia_condiciones');
  }
}
