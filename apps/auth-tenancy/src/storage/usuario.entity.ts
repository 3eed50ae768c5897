import type { Rol } from '@acequia/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('usuarios')
export class UsuarioEntity {
  @PrimaryGeneratedColumn({ type: 'integer' })
  id!: number;

  @Column('text')
  nombre!: string;

  /** Lower case; unique in the whole installation. */
  @Column('text')
  email!: string;

  /** Argon2id, PHC form. Selected only when named explicitly. */
  @Column('text', { select: false })
  clave_hash!: string;

  @Column('text')
  rol!: Rol;

  /** null only for an admin_global. */
  @Column('integer', { nullable: true })
  empresa_id!: number | null;

  @Column('boolean')
  activo!: boolean;

  /** True while the person is suspended by an admin_global. */
  @Column('boolean')
  suspension_global!: boolean;

  /** Session version: a token with a different one is invalid. */
  @Column('integer')
  ver!: number;

  /** Row version for optimistic saves. */
  @Column('integer')
  version!: number;

  /** Version of the user's assignments as a whole. */
  @Column('integer')
  grants_version!: number;
}
