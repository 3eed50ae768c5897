import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An entity's columns in the audit trail: a secret appears by name only, never by value. */
export type Portrait = Record<string, string | number | boolean | null | number[]>;

/** Who changed what and when; written in the transaction of the change. */
@Entity({ name: 'auditoria' })
export class AuditoriaEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  ts!: Date;

  /** null when a service acted on its own (`servicio` says which). */
  @Column({ type: 'integer', nullable: true })
  usuario_id!: number | null;

  @Column({ type: 'varchar', length: 40, nullable: true })
  servicio!: string | null;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 40 })
  accion!: string;

  @Column({ type: 'varchar', length: 40 })
  entidad!: string;

  /** The name of the entity at that time. */
  @Column({ type: 'text' })
  nombre!: string;

  @Column({ type: 'jsonb', nullable: true })
  antes!: Portrait | null;

  @Column({ type: 'jsonb', nullable: true })
  despues!: Portrait | null;

  @Column({ type: 'varchar', length: 64, default: '' })
  trace_id!: string;
}
