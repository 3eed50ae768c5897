import { HandlesCall, HandlesEvent, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse, EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GrantsService } from './grants.service.js';

@Controller()
export class AsignacionesHandlers {
  constructor(private readonly grants: GrantsService) {}

  @HandlesCall('asignaciones.de_usuario')
  deUsuario(
    { usuario_id }: CallRequest<'asignaciones.de_usuario'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'asignaciones.de_usuario'>> {
    return this.grants.ofUsuario(caller, usuario_id);
  }

  @HandlesEvent('switch.eliminado')
  switchDeleted({ data }: EventEnvelope<'switch.eliminado'>, tx: EntityManager): Promise<void> {
    return this.grants.removeResource(tx, 'switch', data.id, data.empresa_id);
  }

  /** inventory also emits this for a device that moves to another company, before it announces the device there. */
  @HandlesEvent('dispositivo.eliminado')
  dispositivoDeleted({ data }: EventEnvelope<'dispositivo.eliminado'>, tx: EntityManager): Promise<void> {
    return this.grants.removeResource(tx, 'dispositivo', data.id, data.empresa_id);
  }
}
