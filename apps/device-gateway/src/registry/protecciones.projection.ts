import type { EventData } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The gateway's copy of the protections, written in the transaction of the event. What one keeps off stays kept off. */
@Injectable()
export class ProteccionesProjection {
  async save(tx: EntityManager, proteccion: EventData<'proteccion.guardada'>): Promise<void> {
    const { id, empresa_id, apaga } = proteccion;
    await tx.query(
      `INSERT INTO protecciones (id, empresa_id, apaga, definicion) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET apaga = excluded.apaga, definicion = excluded.definicion`,
      [id, empresa_id, apaga, JSON.stringify(proteccion)],
    );
  }

  async delete(tx: EntityManager, id: number): Promise<void> {
    await tx.query('DELETE FROM protecciones WHERE id = $1', [id]);
  }
}
