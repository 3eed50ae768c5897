import { Inject, Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';
import { AppError } from '@acequia/contracts';

export type HealthCheck = () => Promise<void>;

/** A check that takes longer has failed, ms. */
const CHECK_TIMEOUT_MS = 1_500;
/** Whoever asks meanwhile gets the same answer, ms: a health question may come from many at once. */
const CACHE_MS = 500;

/** What /health and the bus's `<service>.salud` ask. */
@Injectable()
export class HealthService {
  private readonly checks = new Map<string, HealthCheck>();
  private leaving = false;

  constructor(
    @Inject(HealthCheckService) private readonly runner: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
  ) {}

  /** Adds a check; it rejects when the part is not well. */
  add(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** The process is about to end: /health says so, that nobody sends it new work. */
  leave(): void {
    this.leaving = true;
  }

  /** @throws ServiceUnavailableException with the same report when a part is not well. */
  report(): Promise<HealthCheckResult> {
    const checks = [...this.checks, ...(this.leaving ? [['proceso', leaving] as const] : [])];
    return this.runner.check(
      checks.map(
        ([name, check]) =>
          () =>
            this.indicators.check(name).attempt(check).withTimeout(CHECK_TIMEOUT_MS).cacheFor(CACHE_MS),
      ),
    );
  }

  /** Resolves when every part is well. @throws AppError `servicio_no_disponible`. */
  async assert(): Promise<void> {
    try {
      await this.report();
    } catch (cause) {
      throw new AppError('servicio_no_disponible', { cause });
    }
  }
}

const leaving = (): Promise<never> => Promise.reject(new Error('The process is ending'));
