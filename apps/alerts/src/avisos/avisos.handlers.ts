import { HandlesCall, type CallContext } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { MessagesService } from '../deliveries/messages.service.js';
import { AvisosService } from './avisos.service.js';

@Controller()
export class AvisosHandlers {
  constructor(
    private readonly avisos: AvisosService,
    private readonly sentMessages: MessagesService,
  ) {}

  @HandlesCall('avisos.mensajes')
  messages(request: CallRequest<'avisos.mensajes'>, { caller }: CallContext): Promise<CallResponse<'avisos.mensajes'>> {
    return this.sentMessages.list(caller, request);
  }

  @HandlesCall('avisos.listar')
  list(request: CallRequest<'avisos.listar'>, { caller }: CallContext): Promise<CallResponse<'avisos.listar'>> {
    return this.avisos.list(caller, request);
  }

  @HandlesCall('avisos.reconocer')
  reconocer(
    { id, nota }: CallRequest<'avisos.reconocer'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'avisos.reconocer'>> {
    return this.avisos.reconocer(caller, id, nota);
  }

  @HandlesCall('avisos.reconocer_varios')
  reconocerVarios(
    { ids, nota }: CallRequest<'avisos.reconocer_varios'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'avisos.reconocer_varios'>> {
    return this.avisos.reconocerVarios(caller, ids, nota);
  }

  @HandlesCall('avisos.tomar')
  take({ id }: CallRequest<'avisos.tomar'>, { caller }: CallContext): Promise<CallResponse<'avisos.tomar'>> {
    return this.avisos.take(caller, id);
  }

  @HandlesCall('avisos.dejar')
  leave({ id }: CallRequest<'avisos.dejar'>, { caller }: CallContext): Promise<CallResponse<'avisos.dejar'>> {
    return this.avisos.leave(caller, id);
  }

  @HandlesCall('avisos.entregas')
  entregas({ id }: CallRequest<'avisos.entregas'>, { caller }: CallContext): Promise<CallResponse<'avisos.entregas'>> {
    return this.avisos.entregas(caller, id);
  }
}
