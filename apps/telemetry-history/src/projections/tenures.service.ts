import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SPAN_MS } from '../rollups/quarter.js';

/** A change of owner takes effect at the next full quarter of an hour, so that no roll-up mixes samples of two owners. */
const toSpan = (at: number): Date => new Date(Math.ceil(at / SPAN_MS) * SPAN_MS);

/** Records which company owned a device when: history does not follow the device to another company. */
@Injectable()
export class TenuresService {
  async save(
    tx: EntityManager,
    { id, empresa_id, nombre }: Pick<EventData<'dispositivo.guardado'>, 'id' | 'empresa_id' | 'nombre'>,
    at: number,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO dispositivos (id, empresa_id, nombre) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET empresa_id = excluded.empresa_id, nombre = excluded.nombre, eliminado = false`,
      [id, empresa_id, nombre],
    );
    const previous: { theirs: boolean }[] = await tx.query(
      `SELECT empresa_id = $2 AND hasta = 'infinity' AS theirs FROM tenencias WHERE dispositivo_id = $1`,
      [id, empresa_id],
    );
    if (previous.some(({ theirs }) => theirs)) return;
    await this.end(tx, id, at);
    // Samples from before the first event about the device belong to its first owner.
    const desde = previous.length === 0 ? '-infinity' : toSpan(at);
    await tx.query(
      `INSERT INTO tenencias (dispositivo_id, empresa_id, desde, hasta) VALUES ($1, $2, $3, 'infinity')
       ON CONFLICT (dispositivo_id, desde) DO UPDATE SET empresa_id = excluded.empresa_id, hasta = excluded.hasta`,
      [id, empresa_id, desde],
    );
  }

  /** The device's samples stay, unreadable, until retention or the deletion of their company removes them. */
  async eliminar(tx: EntityManager, id: number, at: number): Promise<void> {
    await tx.query('UPDATE dispositivos SET eliminado = true WHERE id = $1', [id]);
    await this.end(tx, id, at);
  }

  private async end(tx: EntityManager, id: number, at: number): Promise<void> {
    const fin = toSpan(at);
    await tx.query(`DELETE FROM tenencias WHERE dispositivo_id = $1 AND hasta = 'infinity' AND desde >= $2`, [id, fin]);
    await tx.query(`UPDATE tenencias SET hasta = $2 WHERE dispositivo_id = $1 AND hasta = 'infinity'`, [id, fin]);
  }
}
