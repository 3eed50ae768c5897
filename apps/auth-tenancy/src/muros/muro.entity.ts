import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A link with which a wall screen reads without a session; a revoked one has no row. */
@Entity('muros')
export class MuroEntity {
  @PrimaryGeneratedColumn('identity')
  id!: number;

  /** null = all companies. */
  @Column('integer', { nullable: true })
  empresa_id!: number | null;

  @Column('text')
  nombre!: string;

  /** SHA-256 of the token, in hex: 256 random bits need no slow hash. */
  @Column('text')
  hash!: string;

  @Column('timestamptz')
  creado!: Date;

  /** When a screen last read with it. */
  @Column('timestamptz', { nullable: true })
  visto!: Date | null;
}
