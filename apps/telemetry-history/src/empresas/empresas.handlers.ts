import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletionService } from '../deletion/deletion.service.js';

/** What this service knows of companies: their zone, and that they are no more. */
@Controller()
export class EmpresasHandlers {
  constructor(private readonly deletion: DeletionService) {}

  @HandlesEvent('empresa.guardada')
  async guardada({ data }: EventEnvelope<'empresa.guardada'>, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO empresas (id, nombre, zona_horaria) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET nombre = excluded.nombre, zona_horaria = excluded.zona_horaria`,
      [data.id, data.nombre, data.zona_horaria],
    );
  }

  /** The company's name goes at once; that it existed is remembered until nothing of it can arrive any more. */
  @HandlesEvent('empresa.eliminada')
  async eliminada({ data, at }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO empresas (id, nombre, zona_horaria, eliminada_en) VALUES ($1, '', 'UTC', $2)
       ON CONFLICT (id) DO UPDATE SET nombre = '', eliminada_en = excluded.eliminada_en`,
      [data.id, new Date(at)],
    );
    await this.deletion.chargeWith(data.id);
  }
}
