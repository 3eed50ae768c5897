import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies that a provider posted, by its name of the message: when somebody began to read it, and when it was read. */
export class SmsRespuestas1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE alerts.sms_respuestas (
         clave text PRIMARY KEY,
         tomada bigint NOT NULL,
         leida bigint
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alerts.sms_respuestas');
  }
}
