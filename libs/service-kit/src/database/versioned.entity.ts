import { Column, CreateDateColumn, UpdateDateColumn } from 'typeorm';

/** Columns of an entity that people edit. */
export abstract class VersionedEntity {
  /** Counts the changes: a save that names an older version is refused. Also the `rev` of the entity's events. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  creado_en!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  actualizado_en!: Date;
}
