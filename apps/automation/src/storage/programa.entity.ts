import type { Flag, ProgramaSave } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The part of a program that a person writes, without the fields that have their own column. */
export type Definicion = Omit<ProgramaSave, 'empresa_id' | 'nombre' | 'activo' | 'version'>;

@Entity({ name: 'programas' })
export class ProgramaEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  @Column({ type: 'smallint' })
  activo!: Flag;

  @Column({ type: 'smallint', default: 0 })
  pausado!: Flag;

  @Column({ type: 'jsonb' })
  definicion!: Definicion;
}
