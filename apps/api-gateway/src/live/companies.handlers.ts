import { HandlesEvent } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { CompaniesFeed } from './companies.feed.js';

@Controller()
export class CompaniesHandlers {
  constructor(private readonly feed: CompaniesFeed) {}

  @HandlesEvent('empresa.guardada')
  guardada({ data }: EventEnvelope<'empresa.guardada'>): Promise<void> {
    return this.feed.exists(data.id, true);
  }

  @HandlesEvent('empresa.eliminada')
  eliminada({ data }: EventEnvelope<'empresa.eliminada'>): Promise<void> {
    return this.feed.exists(data.id, false);
  }
}
