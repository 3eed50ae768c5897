import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SesionesRepository } from '../storage/sesiones.repository.js';
import { TokensRepository } from '../storage/tokens.repository.js';

const EVERY_MS = 15 * 60_000;

/** Removes rows of expired sessions, and of tokens without a company. Housekeeping only: both are refused even while their rows exist. */
@Injectable()
export class SessionSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sesiones: SesionesRepository,
    private readonly tokens: TokensRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    try {
      await this.sesiones.eraseExpired();
      await this.tokens.eraseOrphans();
    } catch (err) {
      this.logger.warn({ err }, 'Expired sessions were not swept');
    }
  }
}
