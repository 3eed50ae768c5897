import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A row as stored in the trail: it shows that a secret was changed, never the secret. */
export type Portrait = Record<string, string | number | boolean | null | number[]>;

/** Who changed what and when (GET /auditoria). */
@Entity('auditoria')
export class AuditoriaEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('timestamptz', { default: () => 'now()' })
  ts!: Date;

  /** null when a service acted on its own (`servicio` says which). */
  @Column('integer', { nullable: true })
  usuario_id!: number | null;

  @Column('text', { nullable: true })
  servicio!: string | null;

  /** null for a person without a company. */
  @Column('integer', { nullable: true })
  empresa_id!: number | null;

  /** `<entity>.<verb>`, as in `usuario.suspender`. */
  @Column('text')
  accion!: string;

  /** `<entity>:<id>`. */
  @Column('text')
  entidad!: string;

  /** The entity's name at the time. */
  @Column('text')
  nombre!: string;

  /** null when the entity was created. */
  @Column('jsonb', { nullable: true })
  antes!: Portrait | null;

  /** null when the entity was deleted. */
  @Column('jsonb', { nullable: true })
  despues!: Portrait | null;

  @Column('text')
  trace_id!: string;
}
