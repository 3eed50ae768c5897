import { Inject, Injectable } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';
import { AppError } from '@acequia/contracts';

export type HealthCheck = () => Promise<void>;

/** Time limit of a check, ms; a slower check has failed. */
const CHECK_TIMEOUT_MS = 1_500;
/** Requests within this time, ms, share one answer, because many may ask at once. */
const CACHE_MS = 500;

/** Health report behind /health and the bus's `<service>.salud`. */
@Injectable()
export class HealthService {
  private readonly checks = new Map<string, HealthCheck>();
  private leaving = false;

  constructor(
    @Inject(HealthCheckService) private readonly runner: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
  ) {}

  /** Adds a check, which rejects when its part is unhealthy. */
  add(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Makes /health fail before the process stops, so that no new work is sent to it. {@link assert} is about its parts and goes on. */
  leave(): void {
    this.leaving = true;
  }

  /** @throws ServiceUnavailableException with the same report when a part is unhealthy. */
  report(): Promise<HealthCheckResult> {
    return this.run([...this.checks, ...(this.leaving ? [['proceso', leaving] as const] : [])]);
  }

  /** Resolves when every part is healthy. @throws AppError `servicio_no_disponible`. */
  async assert(): Promise<void> {
    try {
      await this.run([...this.checks]);
    } catch (cause) {
      throw new AppError('servicio_no_disponible', { cause });
    }
  }

  private run(checks: (readonly [name: string, check: HealthCheck])[]): Promise<HealthCheckResult> {
    return this.runner.check(
      checks.map(
        ([name, check]) =>
          () =>
            this.indicators.check(name).attempt(check).withTimeout(CHECK_TIMEOUT_MS).cacheFor(CACHE_MS),
      ),
    );
  }
}

const leaving = (): Promise<never> => Promise.reject(new Error('The process is ending'));
