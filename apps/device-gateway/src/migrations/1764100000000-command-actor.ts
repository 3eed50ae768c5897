import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The program that ordered a command with a token of the person in `usuario_id`; null = the person. */
export class CommandActor1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos ADD COLUMN actor text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comandos DROP COLUMN actor');
  }
}
