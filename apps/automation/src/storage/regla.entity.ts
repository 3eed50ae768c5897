import type { Flag, ReglaClimaSave } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The part of a rule that a person writes, without the fields that have their own column. */
export type DefinicionRegla = Omit<ReglaClimaSave, 'empresa_id' | 'nombre' | 'activa' | 'version'>;

@Entity({ name: 'reglas_clima' })
export class ReglaEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  @Column({ type: 'smallint' })
  activa!: Flag;

  @Column({ type: 'jsonb' })
  definicion!: DefinicionRegla;
}
