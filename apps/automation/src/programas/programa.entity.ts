import type { Flag, ProgramaSave } from '@acequia/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** The part of a program that a person writes, without the fields that have their own column. */
export type Definicion = Omit<ProgramaSave, 'empresa_id' | 'nombre' | 'activo' | 'version'>;

@Entity({ name: 'programas' })
export class ProgramaEntity {
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

  @Column({ type: 'integer', default: 1 })
  version!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  creado_en!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  actualizado_en!: Date;
}
