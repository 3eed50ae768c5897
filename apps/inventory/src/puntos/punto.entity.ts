import type { Flag, FuentePunto, MagnitudClave, PuntoGuardado } from '@acequia/contracts';
import { VersionedEntity } from '@acequia/service-kit';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A point of measurement. `id` is the key of its values and never reused. */
@Entity({ name: 'puntos' })
export class PuntoEntity extends VersionedEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  @Column({ type: 'integer' })
  empresa_id!: number;

  /** null = a program or a LoRaWAN node sends its values. */
  @Column({ type: 'integer', nullable: true })
  placa_id!: number | null;

  /** Its number on the board: no later point of the board gets it. null without a board. */
  @Column({ type: 'smallint', nullable: true })
  n!: number | null;

  @Column({ type: 'jsonb' })
  fuente!: FuentePunto;

  @Column({ type: 'varchar', length: 40 })
  magnitud!: MagnitudClave;

  @Column({ type: 'varchar', length: 120 })
  nombre!: string;

  /** The place on the farm. */
  @Column({ type: 'varchar', length: 120, default: '' })
  sitio!: string;

  /** Of what it measures; empty = nothing in particular. */
  @Column({ type: 'integer', array: true, default: () => "'{}'" })
  mide!: number[];

  @Column({ type: 'double precision', default: 1 })
  a!: number;

  @Column({ type: 'double precision', default: 0 })
  b!: number;

  @Column({ type: 'integer' })
  cada_s!: number;

  @Column({ type: 'smallint', default: 1 })
  activo!: Flag;

  /** m³ a year; null = nothing said. */
  @Column({ type: 'double precision', nullable: true })
  concesion_m3!: number | null;

  /** Before `a`; null = it never begins at 0 again by itself. */
  @Column({ type: 'double precision', nullable: true })
  vuelta!: number | null;
}

export const inContract = (fila: PuntoEntity): PuntoGuardado => ({
  id: fila.id,
  empresa_id: fila.empresa_id,
  placa_id: fila.placa_id,
  n: fila.n,
  fuente: fila.fuente,
  magnitud: fila.magnitud,
  nombre: fila.nombre,
  sitio: fila.sitio,
  mide: fila.mide.length === 0 ? null : { switch_ids: fila.mide },
  a: fila.a,
  b: fila.b,
  cada_s: fila.cada_s,
  activo: fila.activo,
  ...(fila.concesion_m3 !== null && { concesion_m3: fila.concesion_m3 }),
  ...(fila.vuelta !== null && { vuelta: fila.vuelta }),
  version: fila.version,
});
