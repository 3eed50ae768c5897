import { HandlesEvent } from '@acequia/bus';
import { type EventData, type EventEnvelope, magnitudOf } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Whose each point is, what its values mean, and what it is called. */
@Controller()
export class PointOwnersHandlers {
  @HandlesEvent('punto.guardado')
  async saved({ data }: EventEnvelope<'punto.guardado'>, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO puntos (id, empresa_id, magnitud, nombre, vuelta) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET nombre = excluded.nombre, vuelta = excluded.vuelta`,
      [data.id, data.empresa_id, data.magnitud, data.nombre, wrapOf(data)],
    );
  }

  @HandlesEvent('punto.eliminado')
  async deleted({ data }: EventEnvelope<'punto.eliminado'>, tx: EntityManager): Promise<void> {
    await tx.query('UPDATE puntos SET eliminado = true WHERE id = $1', [data.id]);
  }
}

/** As its values are kept. */
const wrapOf = ({ vuelta, a, magnitud }: EventData<'punto.guardado'>): number | null =>
  vuelta === undefined ? null : Math.round(vuelta * a * magnitudOf(magnitud).escala);
