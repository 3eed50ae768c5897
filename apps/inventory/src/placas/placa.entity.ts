import type { Flag, CredencialAnterior, Dialecto } from '@acequia/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/**
 * A microcontroller board. `numero` is the number that people and topics use (the wire's dispositivo_id); `placa_id` is the key of its
 * telemetry and never reused: a number registered again is another board.
 */
@Entity({ name: 'placas' })
export class PlacaEntity {
  @PrimaryGeneratedColumn('identity')
  placa_id!: number;

  @Column({ type: 'integer' })
  numero!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 120, default: '' })
  nombre!: string;

  /** The place on the farm. */
  @Column({ type: 'varchar', length: 120, default: '' })
  sitio!: string;

  @Column({ type: 'varchar', length: 40, default: 'esp32' })
  modelo!: string;

  /** The protocol of its firmware; a board with another protocol is another board. */
  @Column({ type: 'varchar', length: 20, default: 'acequia' })
  dialecto!: Dialecto;

  /** SHA-256 of the password, hex; null before credentials were issued. */
  @Column({ type: 'char', length: 64, nullable: true })
  credencial_sha256!: string | null;

  /** The sealed password, only for brokers with their own accounts (MQTT_BROKER_AUTH); null otherwise. */
  @Column({ type: 'text', nullable: true })
  credencial_cifrada!: string | null;

  /** Credentials that were replaced within the last day, newest first. */
  @Column({ type: 'jsonb', default: () => "'[]'" })
  credenciales_anteriores!: CredencialAnterior[];

  @Column({ type: 'smallint', default: 0 })
  revocada!: Flag;

  /** Also the `rev` of its events. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  creada_en!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  actualizada_en!: Date;
}
