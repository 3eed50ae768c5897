import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { MurosService } from './muros.service.js';

@Controller()
export class MurosHandlers {
  constructor(private readonly muros: MurosService) {}

  @HandlesCall('muros.listar')
  list({ empresa_id }: CallRequest<'muros.listar'>, { caller }: CallContext): Promise<CallResponse<'muros.listar'>> {
    return this.muros.list(caller, empresa_id);
  }

  @HandlesCall('muros.crear')
  create(request: CallRequest<'muros.crear'>, { caller }: CallContext): Promise<CallResponse<'muros.crear'>> {
    return this.muros.create(caller, request);
  }

  @HandlesCall('muros.revocar')
  async revoke({ id }: CallRequest<'muros.revocar'>, { caller }: CallContext): Promise<CallResponse<'muros.revocar'>> {
    await this.muros.revoke(caller, id);
    return {};
  }

  @HandlesCall('muros.abrir')
  open({ hash }: CallRequest<'muros.abrir'>, { caller }: CallContext): Promise<CallResponse<'muros.abrir'>> {
    return this.muros.open(caller, hash);
  }
}
