import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a company's communicator is: the server's modem, whose last SMS say whether it works, or the router of its site. */
export class Comunicador1764680000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alerts.ajustes ADD COLUMN comunicador text');
    await runner.query(`CREATE INDEX sms_gammu ON alerts.sms (mensaje_id) WHERE via = 'gammu'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX alerts.sms_gammu');
    await runner.query('ALTER TABLE alerts.ajustes DROP COLUMN comunicador');
  }
}
