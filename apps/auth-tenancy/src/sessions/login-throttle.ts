import { createHash } from 'node:crypto';
import { AppError } from '@acequia/contracts';
import { clientAddress, ENV, REDIS_VOLATILE } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { AuthTenancyEnv } from '../env.js';

const WINDOW_S = 15 * 60;
/** Failures of one account from all addresses within an hour, beyond which the account counts as under attack. */
const ATTACK_FAILURES = 50;
const ATTACK_WINDOW_S = 60 * 60;
/** Failures in 15 minutes that an unknown address has on an attacked account. Not 0, because its owner may be travelling. */
const STRANGER_FAILURES = 3;
const KNOWN_S = 90 * 24 * 60 * 60;

/** An admitted attempt; its result must be reported to {@link LoginThrottle}. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  /** Digest of account and address. */
  readonly pair: string;
  /** Digest of account, address and browser. */
  readonly device: string;
  /** True when this browser logged in to this account from this address before. */
  readonly known: boolean;
}

/**
 * Slows down guessing without locking out the account's owner. No attempt is refused because of the account alone, or anybody
 * could lock out anybody by failing on purpose:
 * - account + address: after a few failures this address must wait for this account. The owner, elsewhere, is not affected;
 * - a browser that logged in to the account from this address in the last 90 days has its own allowance, so people who share
 *   an address are not locked out by one of them;
 * - address: a higher limit over all accounts, against trying one password on many;
 * - account: many failures from anywhere (a botnet, each address under its own limit) only lower the limit of *unknown*
 *   addresses. An address from which the account was used in the last 90 days keeps its full allowance.
 * Attempts count before the password is checked (so a thousand at once do not slip through) and are refunded on success.
 * Unknown accounts count alike. Without Redis each instance counts in memory.
 */
@Injectable()
export class LoginThrottle {
  private readonly byPair: RateLimiterAbstract;
  private readonly byAddress: RateLimiterAbstract;
  private readonly byAccount: RateLimiterAbstract;
  private readonly byPerson: RateLimiterAbstract;

  constructor(
    @Inject(REDIS_VOLATILE) private readonly redis: Redis,
    @Inject(ENV) env: AuthTenancyEnv,
  ) {
    this.byPair = this.limiter('pair', env.LOGIN_FAILURES_PER_PAIR, WINDOW_S);
    this.byAddress = this.limiter('address', env.LOGIN_FAILURES_PER_ADDRESS, WINDOW_S);
    this.byAccount = this.limiter('account', ATTACK_FAILURES, ATTACK_WINDOW_S);
    this.byPerson = this.limiter('person', env.LOGIN_FAILURES_PER_PAIR, WINDOW_S);
  }

  /** @throws AppError `demasiadas_solicitudes` with `esperar_s`. */
  async admit(email: string, ip: string, browser: string): Promise<Attempt> {
    const address = clientAddress(ip);
    // Digests, so that Redis does not store who fails to log in.
    const account = digest(email.trim().toLowerCase());
    const pair = digest(`${account} ${address}`);
    const device = digest(`${pair} ${browser}`);
    const [knownPair, known] = await this.areKnown(pair, device);
    const attempt = { account, address, pair, device, known };
    if (!known) await consume(this.byAddress, address);
    const own = await consume(this.byPair, keyOf(attempt));
    if (own.consumedPoints > STRANGER_FAILURES && !knownPair && (await this.isAttacked(account)))
      throw new TooManyTries(own, own.consumedPoints - STRANGER_FAILURES);
    return attempt;
  }

  async failed({ account }: Attempt): Promise<void> {
    await this.byAccount.penalty(account);
  }

  async succeeded(attempt: Attempt): Promise<void> {
    const { address, pair, device, known } = attempt;
    const returned = known ? [] : [this.byAddress.reward(address)];
    await Promise.all([this.byPair.delete(keyOf(attempt)), ...returned, this.remember(pair), this.remember(device)]);
  }

  /** An attempt that neither failed nor got in: it does not count. */
  async refunded(attempt: Attempt): Promise<void> {
    const { address, known } = attempt;
    await Promise.all([this.byPair.reward(keyOf(attempt)), ...(known ? [] : [this.byAddress.reward(address)])]);
  }

  /** For a logged-in person who must repeat the password. Returns a function that resets the count. @throws like {@link admit}. */
  async admitPerson(usuario_id: number): Promise<{ succeeded: () => Promise<unknown> }> {
    await consume(this.byPerson, String(usuario_id));
    return { succeeded: () => this.byPerson.delete(usuario_id) };
  }

  private async isAttacked(account: string): Promise<boolean> {
    const failures = await this.byAccount.get(account);
    return (failures?.consumedPoints ?? 0) > ATTACK_FAILURES;
  }

  private async areKnown(pair: string, device: string): Promise<[boolean, boolean]> {
    // While Redis is not ready, a command would queue until it returns.
    if (this.redis.status !== 'ready') return [false, false];
    const found = await Promise.all([pair, device].map((key) => this.redis.exists(knownKey(key)).catch(() => 0)));
    return [found[0] === 1, found[1] === 1];
  }

  private async remember(key: string): Promise<void> {
    if (this.redis.status === 'ready') await this.redis.set(knownKey(key), 1, 'EX', KNOWN_S).catch(() => undefined);
  }

  private limiter(name: string, points: number, duration: number): RateLimiterAbstract {
    const keyPrefix = `login:${name}`;
    return new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix,
      points,
      duration,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    });
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
const knownKey = (key: string): string => `login:known:${key}`;
const keyOf = ({ known, pair, device }: Attempt): string => (known ? device : pair);

/** Too many failures: `over` counts those beyond the limit. */
export class TooManyTries extends AppError {
  constructor(
    { msBeforeNext }: RateLimiterRes,
    readonly over: number,
  ) {
    super('demasiadas_solicitudes', { wait_s: Math.max(1, Math.ceil(msBeforeNext / 1_000)) });
  }
}

const consume = async (limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> => {
  try {
    return await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new TooManyTries(refusal, Math.max(1, refusal.consumedPoints - limiter.points));
  }
};
