import { JobQueues } from '@acequia/bus';
import { Every, LOGGER, type Logger, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LedgerRepository } from '../../commands/ledger/ledger.repository.js';
import { AccountDirectory } from '../../registry/account-directory.js';
import { AccountRunner } from './account-runner.js';

/** When each account is due, ms. Volatile: after a loss every account is due. */
const KEY = '{nube}:vence';
/** Held for a look by the instance that hands out. */
const TURN = '{nube}:reparto';
const LOOK_MS = 1_000;
/** How often the list of accounts is read again. */
const SYNC_MS = 10_000;
/** A round whose instance died is handed out again after this, ms. */
const LEASE_MS = 20_000;
/** Rounds handed out per second by one look: more would only wait in the queue, in an order that is no longer fair. */
const PER_LOOK = 400;
const DUE_LOOKED_AT = 4_000;
/** Delay after an event, so that its transaction has committed, ms. */
const SOON_MS = 300;

/**
 * Orders accounts company by company: a company with a thousand accounts gets one round each time every other company with due
 * accounts has got one.
 */
export const roundRobin = <T extends { empresa_id: number }>(expired: readonly T[], limite: number): T[] => {
  const byEmpresa = new Map<number, T[]>();
  for (const account of expired) {
    const theirs = byEmpresa.get(account.empresa_id);
    if (theirs) theirs.push(account);
    else byEmpresa.set(account.empresa_id, [account]);
  }
  const dealt: T[] = [];
  for (let wayBack = 0; dealt.length < Math.min(limite, expired.length); wayBack++) {
    for (const theirs of byEmpresa.values()) {
      const una = theirs[wayBack];
      if (una && dealt.length < limite) dealt.push(una);
    }
  }
  return dealt;
};

/** Hands out the rounds of accounts as BullMQ jobs, which any free instance does. The look itself is no job: one a second costs more than all the rest of a calm queue. */
@Injectable()
export class RoundScheduler {
  private empresas = new Map<string, number>();
  private syncedAt = -Infinity;

  constructor(
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
    private readonly jobs: JobQueues,
    private readonly directory: AccountDirectory,
    private readonly ledger: LedgerRepository,
    private readonly runner: AccountRunner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes an account due. Never rejects, because the account becomes due by itself later. */
  soon(cuenta: string, in_ms = SOON_MS): void {
    this.redis
      .zadd(KEY, 'LT', Date.now() + in_ms, cuenta)
      .catch((error: unknown) => this.logger.debug({ err: error }, 'an account could not be made due'));
  }

  /** Hands out the accounts that are due: one instance at a time, so that {@link PER_LOOK} holds for all. */
  @Every({ ms: LOOK_MS, failed: 'due accounts of the relay cloud could not be handed out' })
  async look(): Promise<void> {
    if (await this.redis.set(TURN, '', 'PX', LOOK_MS - 100, 'NX')) await this.distribute();
  }

  private async distribute(): Promise<void> {
    await this.sync();
    const now = Date.now();
    const due = await this.redis.zrangebyscore(KEY, '-inf', now, 'LIMIT', 0, DUE_LOOKED_AT);
    const rounds = roundRobin(
      due.map((cuenta) => ({ cuenta, empresa_id: this.empresas.get(cuenta) ?? 0 })),
      PER_LOOK,
    );
    const forgotten = await this.ledger.dropped();
    const accounts = [...new Set([...rounds.map(({ cuenta }) => cuenta), ...forgotten])];
    if (rounds.length > 0) {
      await this.redis.zadd(KEY, 'XX', ...rounds.flatMap(({ cuenta }) => [now + LEASE_MS, cuenta]));
    }
    await Promise.all(
      accounts.map((cuenta) => this.jobs.add('nube.cuenta', { cuenta }, { unico: cuenta, attempts: 1 })),
    );
  }

  async round(cuenta: string): Promise<void> {
    const next_ms = await this.runner.poll(cuenta);
    if (next_ms === null) await this.redis.zrem(KEY, cuenta);
    else await this.redis.zadd(KEY, Date.now() + next_ms, cuenta);
  }

  private async sync(): Promise<void> {
    if (performance.now() - this.syncedAt < SYNC_MS) return;
    this.syncedAt = performance.now();
    const accounts = await this.directory.accounts();
    this.empresas = new Map(accounts.map(({ cuenta, empresa_id }) => [cuenta, empresa_id]));
    if (accounts.length === 0) return;
    // Spread over a few seconds: otherwise all accounts would stay due at the same moment after a restart.
    const now = Date.now();
    await this.redis.zadd(KEY, 'NX', ...accounts.flatMap(({ cuenta }) => [now + Math.random() * SYNC_MS, cuenta]));
  }
}
