import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { SesionesRepository } from '../storage/sesiones.repository.js';
import { TokensRepository } from '../storage/tokens.repository.js';

/** Removes rows of expired sessions, and of tokens without a company. Housekeeping only: both are refused even while their rows exist. */
@Injectable()
export class SessionSweeper {
  constructor(
    private readonly sesiones: SesionesRepository,
    private readonly tokens: TokensRepository,
  ) {}

  @Every({ ms: 15 * 60_000, failed: 'Expired sessions were not swept' })
  async sweep(): Promise<void> {
    await this.sesiones.eraseExpired();
    await this.tokens.eraseOrphans();
  }
}
