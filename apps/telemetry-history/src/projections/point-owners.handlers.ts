import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Whose each point is, and what its values mean. */
@Controller()
export class PointOwnersHandlers {
  @HandlesEvent('punto.guardado')
  async saved({ data }: EventEnvelope<'punto.guardado'>, tx: EntityManager): Promise<void> {
    await tx.query('INSERT INTO puntos (id, empresa_id, magnitud) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING', [
      data.id,
      data.empresa_id,
      data.magnitud,
    ]);
  }

  @HandlesEvent('punto.eliminado')
  async deleted({ data }: EventEnvelope<'punto.eliminado'>, tx: EntityManager): Promise<void> {
    await tx.query('UPDATE puntos SET eliminado = true WHERE id = $1', [data.id]);
  }
}
