import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The events of inventory that hold a sealed secret, and the column that it comes from. */
const SEALED = [
  {
    event: 'dispositivo.guardado',
    entidad: 'dispositivo',
    table: 'dispositivos',
    key: 'id',
    column: 'auth_key_cifrada',
  },
  { event: 'placa.guardada', entidad: 'placa', table: 'placas', key: 'placa_id', column: 'credencial_cifrada' },
] as const;

/**
 * The newest event of an entity stays in the outbox for ever: while the key is rotated its secret is sealed again like the column's.
 * Events that a newer one has overtaken lose theirs. Nothing is sent again: a replay brings what is in the outbox then.
 */
@Injectable()
export class OutboxSecrets implements OnApplicationBootstrap {
  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): Promise<void> {
    return this.rekey();
  }

  /** Takes the sealed texts from the columns, so it runs after these were sealed. */
  async rekey(): Promise<void> {
    for (const { event, entidad, table, key, column } of SEALED) {
      await this.dataSource.query(
        `UPDATE bus_outbox o SET data = jsonb_set(o.data, '{${column}}', coalesce(to_jsonb(t.${column}), 'null'))
           FROM ${table} t
          WHERE o.name = $1 AND o.entidad = $2 || ':' || t.${key} AND o.rev = t.version
            AND o.data->>'${column}' IS DISTINCT FROM t.${column}`,
        [event, entidad],
      );
      await this.dataSource.query(
        `UPDATE bus_outbox o SET data = jsonb_set(data, '{${column}}', 'null')
          WHERE name = $1 AND data->>'${column}' IS NOT NULL
            AND EXISTS (SELECT FROM bus_outbox newer WHERE newer.entidad = o.entidad AND newer.rev > o.rev)`,
        [event],
      );
    }
  }
}
