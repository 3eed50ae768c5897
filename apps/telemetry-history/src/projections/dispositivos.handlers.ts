import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TenuresService } from './tenures.service.js';

@Controller()
export class DispositivosHandlers {
  constructor(private readonly tenures: TenuresService) {}

  @HandlesEvent('dispositivo.guardado')
  async dispositivoSaved({ data, at }: EventEnvelope<'dispositivo.guardado'>, tx: EntityManager): Promise<void> {
    await this.tenures.save(tx, data, at);
  }

  @HandlesEvent('dispositivo.eliminado')
  async dispositivoDeleted({ data, at }: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    await this.tenures.eliminar(tx, data.id, at);
  }
}
