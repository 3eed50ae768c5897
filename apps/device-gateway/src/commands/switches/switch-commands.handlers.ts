import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { SwitchCommandsService } from './switch-commands.service.js';

@Controller()
export class SwitchCommandsHandlers {
  constructor(private readonly commands: SwitchCommandsService) {}

  @HandlesCall('switches.comandar')
  command(
    { id, ...request }: CallRequest<'switches.comandar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.comandar'>> {
    return this.commands.command(caller, id, request);
  }

  /** For services only: a person's orders carry a key and an origin. */
  @HandlesCall('switches.encender_lote')
  async turnOnAll(
    { ordenes }: CallRequest<'switches.encender_lote'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'switches.encender_lote'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    const refusals = await this.commands.turnOnAll(caller, ordenes);
    return refusals.map((refusal) => refusal?.toJSON() ?? null);
  }
}
