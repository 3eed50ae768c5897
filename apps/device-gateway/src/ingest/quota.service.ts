import { Script } from '@acequia/bus';
import type { EmpresaConsumption, PlacaConsumption } from '@acequia/contracts';
import { ENV, Every, LOGGER, REDIS_VOLATILE, type Logger, type RedisClient } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { Share, type ShareLimits } from './share.js';

const SHARE_EVERY_MS = 5_000;
/** A rate that was reported longer ago than this no longer counts, ms. */
const PACE_VALID_MS = 90_000;
/** A rate that stays the same is reported this often, ms. */
const PACE_AGAIN_MS = 30_000;
const DAY_MS = 86_400_000;
/** Daily counts are kept until the day (UTC) is over for every instance, s. */
const KEEP_S = 2 * 86_400;

/** Accounts per call: Redis serves no other client meanwhile. */
const PER_CALL = 500;

/** KEYS counts of the day, rates; ARGV s to keep them, then for each account its field, records to add, and rate ('' = as before). */
const TELL = new Script(`
local totals = {}
for i = 2, #ARGV, 3 do
  totals[#totals + 1] = redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1])
  if ARGV[i + 2] ~= '' then redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 2]) end
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[1])
return totals
`);

const PACES = '{consumo}:ritmo';
const countsOf = (day: number): string => `{consumo}:${day}`;
const fieldOf = (empresa_id: number): string => `e${empresa_id}`;

interface Account {
  share: Share;
  /** The field of the daily count. */
  field: string;
  isBoard: boolean;
  /** The rate last published, and when, ms. */
  told: string;
  toldAt: number;
}

/**
 * How much each board and each company sends. Rates are of this instance, which holds the board's connection; daily counts are shared by
 * all instances.
 */
@Injectable()
export class QuotaService implements BeforeApplicationShutdown {
  private readonly boards = new Map<number, Account>();
  private readonly companies = new Map<number, Account>();
  private readonly ofBoard: ShareLimits;
  private readonly ofCompany: ShareLimits;
  private sharing: Promise<void> | undefined;

  constructor(
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
    @Inject(ENV) env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.ofBoard = { rate: env.QUOTA_BOARD_PER_S, burst: env.QUOTA_BOARD_BURST, day: env.QUOTA_BOARD_PER_DAY };
    this.ofCompany = { rate: env.QUOTA_COMPANY_PER_S, burst: env.QUOTA_COMPANY_BURST, day: env.QUOTA_COMPANY_PER_DAY };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.shareCounts();
  }

  /** Charges the records of a board's samples. */
  charge(placa: KnownPlaca, records: number, now: number): void {
    this.board(placa, now).share.take(records, now);
    this.company(placa.empresa_id, now).share.take(records, now);
  }

  /** Charges records that come of no board. */
  chargeCompany(empresa_id: number, records: number, now: number): void {
    this.company(empresa_id, now).share.take(records, now);
  }

  /** How long the company's next records wait, ms, whatever they come of. */
  waitOfCompany(empresa_id: number, now: number): number {
    return this.company(empresa_id, now).share.wait(now);
  }

  /** How long the board's next samples wait, ms. */
  wait(placa: KnownPlaca, now: number): number {
    return Math.max(this.board(placa, now).share.wait(now), this.company(placa.empresa_id, now).share.wait(now));
  }

  /** What boards use of their shares, in the order of the request; null while the counts cannot be read. */
  async used(placas: readonly number[]): Promise<(PlacaConsumption | null)[]> {
    if (placas.length === 0) return [];
    const now = Date.now();
    await this.shareCounts();
    try {
      const [counts, paces] = await Promise.all([
        this.redis.hmget(countsOf(Math.floor(now / DAY_MS)), ...placas.map(String)),
        this.redis.hmget(PACES, ...placas.map(String)),
      ]);
      return placas.map((_, i) => this.asTold(Number(counts[i] ?? 0), paces[i] ?? null, now));
    } catch (error) {
      this.logger.warn({ err: error }, 'what boards use could not be read');
      return placas.map(() => null);
    }
  }

  /** What companies use of their daily shares, in the order of the request; null while the counts cannot be read. */
  async usedByCompanies(empresas: readonly number[]): Promise<(EmpresaConsumption | null)[]> {
    if (empresas.length === 0) return [];
    await this.shareCounts();
    try {
      const counts = await this.redis.hmget(countsOf(Math.floor(Date.now() / DAY_MS)), ...empresas.map(fieldOf));
      return counts.map((count) => ({ hoy: Number(count ?? 0), hoy_max: this.ofCompany.day }));
    } catch (error) {
      this.logger.warn({ err: error }, 'what companies use could not be read');
      return empresas.map(() => null);
    }
  }

  private asTold(today: number, pace: string | null, now: number): PlacaConsumption {
    const [rate = '0', waits = '0', at = '0'] = pace?.split(':') ?? [];
    const valid = now - Number(at) < PACE_VALID_MS;
    return {
      ritmo: valid ? Number(rate) : 0,
      ritmo_max: this.ofBoard.rate,
      hoy: today,
      hoy_max: this.ofBoard.day,
      frenada: valid && waits === '1' ? 1 : 0,
    };
  }

  private board({ placa_id }: KnownPlaca, now: number): Account {
    let account = this.boards.get(placa_id);
    if (!account) {
      account = { share: new Share(this.ofBoard, now), field: String(placa_id), isBoard: true, told: '', toldAt: 0 };
      this.boards.set(placa_id, account);
    }
    return account;
  }

  private company(empresa_id: number, now: number): Account {
    let account = this.companies.get(empresa_id);
    if (!account) {
      account = {
        share: new Share(this.ofCompany, now),
        field: fieldOf(empresa_id),
        isBoard: false,
        told: '',
        toldAt: 0,
      };
      this.companies.set(empresa_id, account);
    }
    return account;
  }

  @Every({ ms: SHARE_EVERY_MS, failed: 'what boards and companies use could not be shared' })
  shareCounts(): Promise<void> {
    this.sharing ??= this.writeCounts().finally(() => (this.sharing = undefined));
    return this.sharing;
  }

  /** A board that sends seldom has nothing new most of the time, and is not written. */
  private async writeCounts(): Promise<void> {
    const now = Date.now();
    const news: News[] = [];
    for (const map of [this.boards, this.companies]) {
      for (const [key, account] of map) {
        if (account.share.idle(now)) {
          map.delete(key);
          continue;
        }
        const pace = account.isBoard ? paceOf(account.share, now) : '';
        const isNew = account.isBoard && (pace !== account.told || now - account.toldAt > PACE_AGAIN_MS);
        if (isNew) Object.assign(account, { told: pace, toldAt: now });
        const records = account.share.handOver();
        if (records > 0 || isNew) news.push({ account, records, pace: isNew ? `${pace}:${now}` : '' });
      }
    }
    for (let i = 0; i < news.length; i += PER_CALL) await this.write(news.slice(i, i + PER_CALL), now);
  }

  private async write(news: readonly News[], now: number): Promise<void> {
    const day = Math.floor(now / DAY_MS);
    const args = news.flatMap(({ account, records, pace }) => [account.field, records, pace]);
    const totals = await TELL.run(this.redis, [countsOf(day), PACES], [KEEP_S, ...args]).catch(() => null);
    news.forEach(({ account, records }, i) => {
      if (totals) return account.share.learn(Number((totals as number[])[i]), day);
      account.share.takeBack(records);
      account.toldAt = 0;
    });
  }
}

interface News {
  account: Account;
  records: number;
  pace: string;
}

const paceOf = (share: Share, now: number): string => `${share.pace(now)}:${share.wait(now) > 0 ? 1 : 0}`;
