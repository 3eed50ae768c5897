import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { TokensService } from './tokens.service.js';

@Controller()
export class TokensHandlers {
  constructor(private readonly tokens: TokensService) {}

  @HandlesCall('tokens.listar')
  list({ empresa_id }: CallRequest<'tokens.listar'>, { caller }: CallContext): Promise<CallResponse<'tokens.listar'>> {
    return this.tokens.list(caller, empresa_id);
  }

  @HandlesCall('tokens.crear')
  create(request: CallRequest<'tokens.crear'>, { caller }: CallContext): Promise<CallResponse<'tokens.crear'>> {
    return this.tokens.create(caller, request);
  }

  @HandlesCall('tokens.revocar')
  async revoke(
    { id }: CallRequest<'tokens.revocar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'tokens.revocar'>> {
    await this.tokens.revoke(caller, id);
    return {};
  }

  @HandlesCall('tokens.abrir')
  async open({ hash }: CallRequest<'tokens.abrir'>, { caller }: CallContext): Promise<CallResponse<'tokens.abrir'>> {
    return { valido: await this.tokens.open(caller, hash) };
  }
}
