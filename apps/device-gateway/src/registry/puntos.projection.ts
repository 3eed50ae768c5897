import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The gateway's copy of the points of measurement, written in the transaction of the event. */
@Injectable()
export class PuntosProjection {
  async save(tx: EntityManager, item: EventData<'punto.guardado'>): Promise<void> {
    const { id, empresa_id, placa_id, n, fuente, magnitud, a, b, cada_s, activo } = item;
    await tx.query(
      `INSERT INTO puntos (id, empresa_id, placa_id, n, fuente, magnitud, a, b, cada_s, activo)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (id) DO UPDATE SET fuente = excluded.fuente, a = excluded.a, b = excluded.b, cada_s = excluded.cada_s,
         activo = excluded.activo`,
      [id, empresa_id, placa_id, n, JSON.stringify(fuente), magnitud, a, b, cada_s, activo],
    );
    if (placa_id !== null) await this.rewire(tx, placa_id);
  }

  async delete(tx: EntityManager, { id, placa_id }: EventData<'punto.eliminado'>): Promise<void> {
    await tx.query('DELETE FROM puntos WHERE id = $1', [id]);
    if (placa_id !== null) await this.rewire(tx, placa_id);
  }

  /** The board gets a new pin map. */
  private async rewire(tx: EntityManager, placa_id: number): Promise<void> {
    await tx.query(
      `UPDATE placas SET config_rev = nextval('config_rev'), cambio = pg_current_xact_id() WHERE placa_id = $1`,
      [placa_id],
    );
  }
}
