import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
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
}
