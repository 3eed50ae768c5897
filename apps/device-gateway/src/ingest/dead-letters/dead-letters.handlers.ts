import { type CallContext, HandlesCall } from '@acequia/bus';
import { type CallRequest, type CallResponse, callerEmpresa, notFound } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { DeadLetterRepository } from './dead-letter.repository.js';

@Controller()
export class DeadLetterHandlers {
  constructor(
    private readonly repository: DeadLetterRepository,
    private readonly directory: PlacaDirectory,
  ) {}

  /** For admins of the board's company; for anyone else it does not exist. */
  @HandlesCall('placas.descartes')
  async list(
    { placa_id, limite }: CallRequest<'placas.descartes'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.descartes'>> {
    const placa = this.directory.byId(placa_id);
    const empresa = callerEmpresa(caller);
    if (!placa || (empresa !== null && placa.empresa_id !== empresa)) throw notFound();
    if (caller.tipo === 'persona' && caller.rol === 'usuario') throw notFound();
    return this.repository.list(placa_id, limite);
  }
}
