import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an admin_global suspended a person. Of those suspended before, nobody knows: their company may lift it as it could. */
export class UserSuspensions1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.usuarios ADD COLUMN suspension_global boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_tenancy.usuarios DROP COLUMN suspension_global');
  }
}
