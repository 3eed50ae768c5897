import type { DeliveryDetail } from '@acequia/contracts';
import { Every, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { COMPANY_CHAT } from '../deliveries/outgoing.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { type Account, TelegramAccounts } from './accounts.js';
import { TelegramFailure } from './failure.js';
import { Presses } from './presses.js';
import { TelegramClient } from './telegram.client.js';

const LOOK_MS = 3_000;
/** Lease of one instance on a bot; longer than a poll, so that it does not expire during one. */
const HOLD_MS = 45_000;
const POLL_S = 20;
const AGAIN_MS = 3_000;
/** Another client polls the bot: retry after this, ms. */
const CONFLICT_MS = 30_000;

/** Polls the companies' bots: one long poll per token across all instances. */
@Injectable()
export class Poller implements BeforeApplicationShutdown {
  private readonly me = randomUUID();
  private readonly listening = new Map<string, Promise<void>>();
  private readonly ending = new AbortController();

  constructor(
    private readonly accounts: TelegramAccounts,
    private readonly client: TelegramClient,
    private readonly presses: Presses,
    private readonly repository: DeliveriesRepository,
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.listening.values());
  }

  @Every({ ms: LOOK_MS, failed: 'bots could not be listened to' })
  async look(): Promise<void> {
    for (const { bot } of this.accounts.all()) {
      if (this.listening.has(bot) || this.ending.signal.aborted) continue;
      const run = this.listen(bot)
        .catch(() => undefined)
        .finally(() => this.listening.delete(bot));
      this.listening.set(bot, run);
    }
  }

  /** Runs while the bot belongs to a company and this instance holds its lease. */
  private async listen(bot: string): Promise<void> {
    let offset = 0;
    while (!this.ending.signal.aborted && (await this.hold(bot))) {
      const accounts = this.accountsOf(bot);
      const token = accounts[0]?.token;
      if (token === undefined) break;
      try {
        const updates = await this.client.updates(token, offset, POLL_S, this.ending.signal);
        for (const update of updates) {
          // Slow presses may outlast the lease; then they are for the instance that has it now.
          if (!(await this.hold(bot))) break;
          await this.presses.handle(update, this.accountsOf(bot));
          offset = update.update_id + 1;
        }
        await this.tell(accounts, null);
      } catch (error) {
        if (!(error instanceof TelegramFailure)) throw error;
        const conflict = error.kind === 'conflict' || error.kind === 'refused';
        if (conflict) await this.tell(accounts, error.reason);
        await this.pause(error.detail.retry_ms ?? (conflict ? CONFLICT_MS : AGAIN_MS));
      }
    }
    await this.release(bot);
  }

  private accountsOf(bot: string): Account[] {
    return this.accounts.all().filter((account) => account.bot === bot);
  }

  private async hold(bot: string): Promise<boolean> {
    const key = keyOf(bot);
    if ((await this.redis.set(key, this.me, 'PX', HOLD_MS, 'NX')) === 'OK') return true;
    if ((await this.redis.get(key)) !== this.me) return false;
    await this.redis.pexpire(key, HOLD_MS);
    return true;
  }

  private async release(bot: string): Promise<void> {
    const key = keyOf(bot);
    if ((await this.redis.get(key).catch(() => null)) === this.me) await this.redis.del(key).catch(() => 0);
  }

  /** Records for the console whether button presses are received; sending is not affected. */
  private async tell(accounts: readonly Account[], detalle: DeliveryDetail | null): Promise<void> {
    for (const { empresa_id } of accounts)
      await this.repository.heard({ empresa_id, canal: 'telegram', destino: COMPANY_CHAT }, detalle);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.ending.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}

const keyOf = (bot: string): string => `{telegram:${bot}}:oyente`;
