import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { MedidasService } from './medidas.service.js';

@Controller()
export class MedidasHandlers {
  constructor(private readonly medidas: MedidasService) {}

  @HandlesCall('medidas.guardar')
  save({ medidas }: CallRequest<'medidas.guardar'>, { caller }: CallContext): Promise<CallResponse<'medidas.guardar'>> {
    return this.medidas.save(caller, medidas);
  }

  /** For services only: they know who may see which point. */
  @HandlesCall('puntos.ultimos')
  async last(
    { puntos }: CallRequest<'puntos.ultimos'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'puntos.ultimos'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.medidas.last(puntos);
  }
}
