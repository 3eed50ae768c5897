import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Relay 1 and sensor 1 of another firmware are different pins, so pin-rules.ts decides which pins conflict, not a constraint. */
export class PinesDeOtrosFirmwares1763970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE switches DROP CONSTRAINT switches_check`);
    await runner.query(
      `ALTER TABLE switches ADD CONSTRAINT switches_sensor_check CHECK (sensor_pin IS NULL OR tiene_sensor = 1)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE switches DROP CONSTRAINT switches_sensor_check`);
    await runner.query(
      `ALTER TABLE switches ADD CONSTRAINT switches_check
         CHECK (sensor_pin IS NULL OR (tiene_sensor = 1 AND sensor_pin <> hardware_pin))`,
    );
  }
}
