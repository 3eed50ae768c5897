import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletionService } from '../maintenance/deletion/deletion.service.js';

/** Stores what this service needs of companies: their zone, and whether they are deleted. */
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

  /** Removes the name at once; the deleted company's row stays until none of its data can still arrive. */
  @HandlesEvent('empresa.eliminada')
  async eliminada({ data, at }: EventEnvelope<'empresa.eliminada'>, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO empresas (id, nombre, zona_horaria, eliminada_en) VALUES ($1, '', 'UTC', $2)
       ON CONFLICT (id) DO UPDATE SET nombre = '', eliminada_en = excluded.eliminada_en`,
      [data.id, new Date(at)],
    );
    await this.deletion.enqueue(data.id);
  }
}
