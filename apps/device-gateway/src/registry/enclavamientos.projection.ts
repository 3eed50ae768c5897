import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The gateway's copy of the interlock groups, written in the transaction of the event. */
@Injectable()
export class EnclavamientosProjection {
  async save(tx: EntityManager, item: EventData<'enclavamiento.guardado'>): Promise<void> {
    const previous = await this.members(tx, item.id);
    await tx.query(
      `INSERT INTO enclavamientos (id, empresa_id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE SET empresa_id = excluded.empresa_id, nombre = excluded.nombre, tipo = excluded.tipo,
         switches = excluded.switches, bomba_id = excluded.bomba_id, retardo_encendido_s = excluded.retardo_encendido_s,
         retardo_apagado_s = excluded.retardo_apagado_s`,
      [
        item.id,
        item.empresa_id,
        item.nombre,
        item.tipo,
        item.switches,
        item.bomba_id,
        item.retardo_encendido_s,
        item.retardo_apagado_s,
      ],
    );
    await this.rewire(tx, [...previous, ...item.switches, item.bomba_id]);
  }

  async delete(tx: EntityManager, id: number): Promise<void> {
    const previous = await this.members(tx, id);
    await tx.query('DELETE FROM enclavamientos WHERE id = $1', [id]);
    await this.rewire(tx, previous);
  }

  private async members(tx: EntityManager, id: number): Promise<(number | null)[]> {
    const [row]: { switches: number[]; bomba_id: number | null }[] = await tx.query(
      'SELECT switches, bomba_id FROM enclavamientos WHERE id = $1 FOR UPDATE',
      [id],
    );
    return row ? [...row.switches, row.bomba_id] : [];
  }

  /** Raises the pin map revision of these switches' boards. In order of their ids, so that two events never deadlock. */
  private async rewire(tx: EntityManager, switches: readonly (number | null)[]): Promise<void> {
    await tx.query(
      `UPDATE placas SET config_rev = nextval('config_rev'), cambio = pg_current_xact_id()
       WHERE placa_id IN (SELECT p.placa_id FROM placas p
         WHERE EXISTS (SELECT FROM switches s WHERE s.placa_id = p.placa_id AND s.id = ANY($1))
         ORDER BY p.placa_id FOR UPDATE)`,
      [switches.filter((id) => id !== null)],
    );
  }
}
