import type { Flag, TipoSwitch } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { PlacaEntity } from '../placas/placa.entity.js';

/** A named relay pin of a board, with the sensor pin that is shown beside it. */
@Entity({ name: 'switches' })
export class SwitchEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'integer' })
  placa_id!: number;

  @ManyToOne(() => PlacaEntity)
  @JoinColumn({ name: 'placa_id' })
  placa?: Relation<PlacaEntity>;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  @Column({ type: 'varchar', length: 20 })
  tipo!: TipoSwitch;

  @Column({ type: 'varchar', length: 120 })
  zona!: string;

  @Column({ type: 'smallint', default: 1 })
  par_numero!: 1 | 2;

  @Column({ type: 'integer' })
  switch_site_id!: number;

  @Column({ type: 'smallint' })
  hardware_pin!: number;

  @Column({ type: 'smallint', default: 0 })
  tiene_sensor!: Flag;

  @Column({ type: 'smallint', nullable: true })
  sensor_pin!: number | null;

  @Column({ type: 'smallint', default: 1 })
  activo!: Flag;

  /** s; null = the limit of its type, 0 = none. */
  @Column({ type: 'integer', nullable: true })
  max_encendido_s!: number | null;

  /** m³/h while the switch is on; null = unknown. */
  @Column({ type: 'double precision', nullable: true })
  caudal_m3h!: number | null;
}
