import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { RolloutsRepository } from '../updates/rollouts.repository.js';
import { PlansRepository } from './plans.repository.js';
import { PlansService } from './plans.service.js';
import { ProtectionsRepository } from './protections.repository.js';

@Controller()
export class PlansHandlers {
  constructor(
    private readonly plans: PlansService,
    private readonly protections: ProtectionsRepository,
    private readonly repository: PlansRepository,
    private readonly rollouts: RolloutsRepository,
  ) {}

  /** For services only: another service draws up what a board does by itself. */
  @HandlesCall('placas.agenda')
  async agenda(agenda: CallRequest<'placas.agenda'>, { caller }: CallContext): Promise<CallResponse<'placas.agenda'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return { rev: await this.plans.agenda(agenda) };
  }

  @HandlesCall('placas.control')
  async control(
    control: CallRequest<'placas.control'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.control'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return { rev: await this.plans.control(control) };
  }

  @HandlesCall('protecciones.estado')
  async protecciones(
    { placas }: CallRequest<'protecciones.estado'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'protecciones.estado'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.protections.ofBoards(placas);
  }

  @HandlesCall('placas.con_fallas')
  async conFallas(_request: object, { caller }: CallContext): Promise<CallResponse<'placas.con_fallas'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    const now = Date.now();
    const [faulty, failed] = await Promise.all([this.repository.withFaults(now), this.rollouts.failed(now)]);
    const health = new Map(faulty.map(({ placa_id, salud }) => [placa_id, salud]));
    const ids = new Set([...health.keys(), ...failed.keys()]);
    return [...ids].map((placa_id) => {
      const actualizacion = failed.get(placa_id);
      return { placa_id, salud: health.get(placa_id) ?? null, ...(actualizacion && { actualizacion }) };
    });
  }

  @HandlesCall('protecciones.actuaron')
  async actuaron(_request: object, { caller }: CallContext): Promise<CallResponse<'protecciones.actuaron'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.protections.tripped();
  }
}
