import type { Flag } from '@acequia/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What this service knows of a company, told by auth-tenancy. The row is also the company's lock: whoever writes
 * inventory of a company holds it, so the rules on pins and numbers are checked by one writer at a time.
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

  /** Kept after the deletion, so that a write which set out before it finds no company. */
  @Column({ type: 'boolean', default: false })
  eliminada!: boolean;
}
