import type { Flag, LiberaProteccion, ProteccionGuardada } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A protection: what is turned off when a point is beyond a limit. */
@Entity({ name: 'protecciones' })
export class ProteccionEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'varchar', length: 60 })
  nombre!: string;

  /** The board of its point and its switches; where no board has all of it, that of its point or first switch. */
  @Column({ type: 'integer' })
  placa_id!: number;

  @Column({ type: 'integer' })
  punto_id!: number;

  @Column({ type: 'varchar', length: 10 })
  cuando!: ProteccionGuardada['cuando'];

  @Column({ type: 'double precision' })
  valor!: number;

  @Column({ type: 'integer', array: true, default: [] })
  valvula_ids!: number[];

  @Column({ type: 'integer' })
  durante_s!: number;

  @Column({ type: 'integer' })
  gracia_s!: number;

  @Column({ type: 'integer', nullable: true })
  con_switch_id!: number | null;

  @Column({ type: 'integer', array: true })
  apaga!: number[];

  @Column({ type: 'varchar', length: 6 })
  sin_dato!: ProteccionGuardada['sin_dato'];

  @Column({ type: 'jsonb' })
  libera!: LiberaProteccion;

  @Column({ type: 'smallint' })
  activa!: Flag;

  @Column({ type: 'timestamptz', nullable: true })
  omitida_hasta!: Date | null;

  /** How often a person let it go. */
  @Column({ type: 'integer', default: 0 })
  soltada!: number;
}

export const inContract = (fila: ProteccionEntity): ProteccionGuardada => ({
  id: fila.id,
  empresa_id: fila.empresa_id,
  nombre: fila.nombre,
  placa_id: fila.placa_id,
  punto_id: fila.punto_id,
  cuando: fila.cuando,
  valor: fila.valor,
  valvula_ids: fila.valvula_ids,
  durante_s: fila.durante_s,
  gracia_s: fila.gracia_s,
  con_switch_id: fila.con_switch_id,
  apaga: fila.apaga,
  sin_dato: fila.sin_dato,
  libera: fila.libera,
  activa: fila.activa,
  omitida_hasta: fila.omitida_hasta?.getTime() ?? null,
  soltada: fila.soltada,
  version: fila.version,
});
