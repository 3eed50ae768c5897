import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CableadoService } from './cableado.service.js';

/** Copies names, owners and wiring from inventory's events. */
@Controller()
export class InventarioHandlers {
  constructor(private readonly cableado: CableadoService) {}

  @HandlesEvent('placa.guardada')
  async placaSaved({ data }: EventEnvelope<'placa.guardada'>, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO placas (placa_id, empresa_id) VALUES ($1, $2)
       ON CONFLICT (placa_id) DO UPDATE SET empresa_id = excluded.empresa_id, eliminada_en = NULL`,
      [data.placa_id, data.empresa_id],
    );
  }

  /** The board's telemetry stays readable through the switches that were wired to it. */
  @HandlesEvent('placa.eliminada')
  async placaDeleted({ data, at }: EventEnvelope<'placa.eliminada'>, tx: EntityManager): Promise<void> {
    await tx.query('UPDATE placas SET eliminada_en = $2 WHERE placa_id = $1', [data.placa_id, new Date(at)]);
  }

  @HandlesEvent('switch.guardado')
  async switchSaved({ data, at }: EventEnvelope<'switch.guardado'>, tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO switches (id, empresa_id, nombre, zona, activo) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET empresa_id = excluded.empresa_id, nombre = excluded.nombre, zona = excluded.zona,
         activo = excluded.activo, eliminado = false`,
      [data.id, data.empresa_id, data.nombre, data.zona, data.activo === 1],
    );
    await this.cableado.wire(tx, data, at);
  }

  @HandlesEvent('switch.eliminado')
  async switchDeleted({ data, at }: EventEnvelope<'switch.eliminado'>, tx: EntityManager): Promise<void> {
    await tx.query('UPDATE switches SET eliminado = true WHERE id = $1', [data.id]);
    await this.cableado.unwire(tx, data.id, at);
  }
}
