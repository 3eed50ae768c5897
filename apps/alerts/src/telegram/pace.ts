import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Account } from './accounts.js';

/** Telegram's limits are about one message a second per chat, twenty a minute per group, thirty a second in total: stay slightly below. */
const CHAT_MS = 1_050;
const GROUP_PER_MINUTE = 18;
const BOT_PER_SECOND = 25;

/** Enforces Telegram's limits across instances, and across companies that share a bot or a chat. */
@Injectable()
export class Pace {
  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  /** 0 = send now, and the slot is taken; else how long to wait before asking again, ms. */
  async take({ bot, chat_id }: Account): Promise<number> {
    const chat = `{telegram:${bot}}:${chat_id}`;
    if ((await this.redis.set(`${chat}:turno`, '1', 'PX', CHAT_MS, 'NX')) !== 'OK')
      return Math.max(20, await this.redis.pttl(`${chat}:turno`));
    const second = await this.count(`{telegram:${bot}}:segundo`, 1_000, BOT_PER_SECOND);
    if (second > 0 || !chat_id.startsWith('-')) return second;
    return this.count(`${chat}:minuto`, 60_000, GROUP_PER_MINUTE);
  }

  /** 0 = allowed; else time until the window has room, ms. */
  private async count(key: string, window_ms: number, most: number): Promise<number> {
    // In one transaction: a counter that never expires would stop its bot.
    const done = await this.redis.multi().set(key, 0, 'PX', window_ms, 'NX').incr(key).exec();
    const [failed, n] = done?.[1] ?? [];
    if (failed) throw failed;
    return Number(n) <= most ? 0 : Math.max(20, await this.redis.pttl(key));
  }
}
