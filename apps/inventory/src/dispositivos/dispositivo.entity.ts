import type { Flag, Dispositivo } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A relay or meter of the vendor's cloud. */
@Entity({ name: 'dispositivos' })
export class DispositivoEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  @Column({ type: 'varchar', length: 64 })
  shelly_id!: string;

  /** Sealed by service-kit's SecretBox; null = none. */
  @Column({ type: 'text', nullable: true })
  auth_key_cifrada!: string | null;

  @Column({ type: 'varchar', length: 20 })
  tipo!: Dispositivo['tipo'];

  @Column({ type: 'varchar', length: 255, default: '' })
  server!: string;

  @Column({ type: 'date', nullable: true })
  fecha_vencimiento!: string | null;

  @Column({ type: 'smallint', default: 1 })
  activo!: Flag;

  @Column({ type: 'smallint', default: 0 })
  suspendido!: Flag;

  /** The place on the farm. */
  @Column({ type: 'varchar', length: 120, default: '' })
  sitio!: string;

  /** The switch that this meter verifies. */
  @Column({ type: 'integer', nullable: true })
  vigila_switch_id!: number | null;

  /** Fingerprints of (cloud account, device); empty without an auth_key. */
  @Column({ type: 'text', array: true, default: '{}' })
  cuenta_ids!: string[];

  /** 1 = an admin_global suspended it. */
  @Column({ type: 'smallint', default: 0 })
  suspension_global!: Flag;

  /** 1 = an admin_global set fecha_vencimiento. */
  @Column({ type: 'smallint', default: 0 })
  vencimiento_global!: Flag;
}
