import type { Flag } from '@acequia/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The projection of a company of auth-tenancy. The row is also the company's lock: every writer of a company's inventory holds it, so one
 * writer at a time checks the rules on pins and numbers.
 */
@Entity({ name: 'empresas' })
export class EmpresaEntity {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  @Column({ type: 'smallint' })
  activa!: Flag;

  @Column({ type: 'varchar', length: 64 })
  zona_horaria!: string;

  /** Kept after the deletion, so that a write that began earlier finds the company deleted. */
  @Column({ type: 'boolean', default: false })
  eliminada!: boolean;

  /** When an import wrote it, before auth-tenancy's own commit; null once auth-tenancy's event has arrived. */
  @Column({ type: 'timestamptz', nullable: true })
  sin_confirmar!: Date | null;
}
