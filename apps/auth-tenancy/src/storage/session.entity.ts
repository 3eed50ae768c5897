import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An open session; an ended session has no row. */
@Entity('sesiones')
export class SesionEntity {
  @PrimaryColumn('text')
  sid!: string;

  @Column('integer')
  usuario_id!: number;

  /** The usuario's `ver` when the session was opened. */
  @Column('integer')
  ver!: number;

  @Column('timestamptz')
  creada!: Date;

  @Column('timestamptz')
  vence!: Date;

  @Column('text')
  ip!: string;

  @Column('text')
  navegador!: string;
}
