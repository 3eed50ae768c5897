import { type CallContext, HandlesCall, HandlesJob } from '@acequia/bus';
import type { CallRequest, CallResponse, JobData } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DispositivosService } from './dispositivos.service.js';
import { RoundScheduler } from '../accounts/round-scheduler.js';

@Controller()
export class DispositivosHandlers {
  constructor(
    private readonly dispositivos: DispositivosService,
    private readonly rounds: RoundScheduler,
  ) {}

  @HandlesCall('dispositivos.comandar')
  command(
    { id, ip, navegador, ...order }: CallRequest<'dispositivos.comandar'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.comandar'>> {
    return this.dispositivos.command(caller, id, order, { ip, navegador });
  }

  @HandlesCall('dispositivos.metricas')
  metricas(
    { id }: CallRequest<'dispositivos.metricas'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.metricas'>> {
    return this.dispositivos.metricas(caller, id);
  }

  @HandlesCall('dispositivos.en_vivo')
  enVivo(
    { id, forzar }: CallRequest<'dispositivos.en_vivo'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'dispositivos.en_vivo'>> {
    return this.dispositivos.readLive(caller, id, forzar);
  }

  @HandlesCall('dispositivos.observar')
  async observe({
    dispositivos,
  }: CallRequest<'dispositivos.observar'>): Promise<CallResponse<'dispositivos.observar'>> {
    await this.dispositivos.observe(dispositivos);
    return {};
  }

  @HandlesJob('nube.cuenta')
  cuenta({ cuenta }: JobData<'nube.cuenta'>): Promise<void> {
    return this.rounds.round(cuenta);
  }
}
