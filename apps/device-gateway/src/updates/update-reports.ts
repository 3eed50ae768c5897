import type { UpdateWords } from '@acequia/board-protocol';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { KnownPlaca } from '../registry/known-placa.js';
import { RolloutsRepository } from './rollouts.repository.js';

/** What boards with other firmwares say of their updates: seldom, so each word is written by itself. */
@Injectable()
export class UpdateReports {
  constructor(
    private readonly repository: RolloutsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  heard({ placa_id }: KnownPlaca, words: UpdateWords, now: number): void {
    this.repository.heard(placa_id, words, now).catch((error: unknown) => {
      this.logger.warn({ err: error, placa_id }, 'what a board said of its update could not be stored');
    });
  }
}
