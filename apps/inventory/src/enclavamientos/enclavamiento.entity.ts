import type { TipoEnclavamiento } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An interlock group: switches of one company that restrict each other. */
@Entity({ name: 'enclavamientos' })
export class EnclavamientoEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  @Column({ type: 'varchar', length: 12 })
  tipo!: TipoEnclavamiento;

  /** For an exclusion its members, otherwise the valves. */
  @Column({ type: 'integer', array: true })
  switches!: number[];

  @Column({ type: 'integer', nullable: true })
  bomba_id!: number | null;

  @Column({ type: 'integer', default: 0 })
  retardo_encendido_s!: number;

  @Column({ type: 'integer', default: 0 })
  retardo_apagado_s!: number;
}
