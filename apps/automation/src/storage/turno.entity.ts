import type { Flag, EstadoTurno, ViaTurno } from '@acequia/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Motivos } from './motivo.js';

const ms = {
  type: 'bigint',
  transformer: { from: (text: string | null) => (text === null ? null : Number(text)), to: (n: number | null) => n },
} as const;

/** A planned or past run of one switch or device. Times in ms. */
@Entity({ name: 'turnos' })
export class TurnoEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  turno_id!: string;

  @Column({ type: 'integer' })
  empresa_id!: number;

  @Column({ type: 'integer' })
  programa_id!: number;

  @Column({ type: 'integer', nullable: true })
  switch_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  dispositivo_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  placa_id!: number | null;

  @Column({ type: 'integer', nullable: true })
  pin!: number | null;

  /** Start of the program's run that the turn belongs to. */
  @Column(ms)
  riego!: number;

  @Column(ms)
  inicio!: number;

  @Column({ type: 'integer' })
  segundos!: number;

  /** Seconds according to the program, before the turn was cut or shortened. */
  @Column({ type: 'integer' })
  pedidos_s!: number;

  @Column({ type: 'varchar', length: 8 })
  via!: ViaTurno;

  /** 1 = its board starts it only while connected. */
  @Column({ type: 'smallint' })
  con_enlace!: Flag;

  @Column({ type: 'integer' })
  tarde_s!: number;

  @Column({ type: 'varchar', length: 10 })
  estado!: EstadoTurno;

  @Column({ type: 'text', nullable: true })
  motivo!: string | null;

  /** Which of the two says it: {@link motivosOf}. */
  @Column({ type: 'jsonb', nullable: true })
  motivos!: Motivos;

  /** Its conditions were checked. */
  @Column({ type: 'boolean', default: false })
  decidido!: boolean;

  /** A person decided it, or it has begun: planning leaves it alone. */
  @Column({ type: 'boolean', default: false })
  fijo!: boolean;

  @Column({ type: 'smallint', default: 0 })
  manual!: Flag;

  /** The start by its program, of a turn that a person moved or resized on its day. */
  @Column({ ...ms, nullable: true })
  movido_de!: number | null;

  @Column({ ...ms, nullable: true })
  real_inicio!: number | null;

  @Column({ type: 'integer', nullable: true })
  real_segundos!: number | null;

  /** false = it is unknown whether its switch or device obeyed. */
  @Column({ type: 'boolean', default: true })
  confirmado!: boolean;

  @Column({ type: 'double precision', nullable: true })
  caudal_m3h!: number | null;

  /** Water at which it ends, litres; null = by its time. */
  @Column({ type: 'integer', nullable: true })
  volumen_l!: number | null;

  /** Moisture of the soil at which it ends, %, and the point that tells it; null = not by that. */
  @Column({ type: 'double precision', nullable: true })
  hasta_humedad!: number | null;

  @Column({ type: 'integer', nullable: true })
  hasta_punto!: number | null;

  /** Its meter could not tell that water. */
  @Column({ type: 'boolean', default: false })
  sin_medir!: boolean;

  /** 2 = con_bomba_s counts; 0 = it is not yet known whether its pump ran. */
  @Column({ type: 'smallint', default: 0 })
  bomba_cuenta!: number;

  /** Seconds in which its pump was on too. null = unknown. */
  @Column({ type: 'integer', nullable: true })
  con_bomba_s!: number | null;

  /** Water by the meter of its valve. */
  @Column({ type: 'double precision', nullable: true })
  m3_medidos!: number | null;

  /** By earlier turns of its valve, in its time. */
  @Column({ type: 'double precision', nullable: true })
  m3_esperados!: number | null;

  /** The turn whose missing time it makes up for. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  recupera!: string | null;

  /** Energy by the meter that watches its switch, and its cost. */
  @Column({ type: 'double precision', nullable: true })
  kwh!: number | null;

  @Column({ type: 'double precision', nullable: true })
  costo!: number | null;
}
