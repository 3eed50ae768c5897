import { type CallContext, HandlesCall } from '@acequia/bus';
import { AppError, type Caller, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { DayService } from './day.service.js';
import { EpisodesRepository } from './episodes.repository.js';

/** Calls for alerts, which has already checked the person's access. */
@Controller()
export class PastHandlers {
  constructor(
    private readonly days: DayService,
    private readonly past: EpisodesRepository,
  ) {}

  @HandlesCall('historial.episodios')
  episodes(
    request: CallRequest<'historial.episodios'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'historial.episodios'>> {
    requireService(caller);
    return this.past.episodes(request);
  }

  @HandlesCall('historial.dia')
  day(request: CallRequest<'historial.dia'>, { caller }: CallContext): Promise<CallResponse<'historial.dia'>> {
    requireService(caller);
    return this.days.day(request);
  }
}

const requireService = (caller: Caller): void => {
  if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
};
