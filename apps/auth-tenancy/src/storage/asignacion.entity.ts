import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ResourceTipo = 'dispositivo' | 'switch';

/** A grant: the user may read and operate one dispositivo or switch of their company. */
@Entity('asignaciones')
export class AsignacionEntity {
  @PrimaryColumn('integer')
  usuario_id!: number;

  @PrimaryColumn('text')
  tipo!: ResourceTipo;

  /** Id of the dispositivo or switch in inventory. */
  @PrimaryColumn('integer')
  recurso_id!: number;

  @Column('integer')
  empresa_id!: number;
}
