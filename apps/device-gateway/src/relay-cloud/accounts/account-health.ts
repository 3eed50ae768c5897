import type { DispositivoReason } from '@acequia/contracts';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Api } from '../client/cloud-client.js';
import type { CloudFailure } from '../client/cloud-failure.js';

/** Waits before the next probe of a failing cloud, ms. For watched accounts, with a read's timeout, still within 10 s. */
const PROBE_MS = [1_000, 2_000, 3_000] as const;
const PROBE_UNWATCHED_MAX_MS = 60_000;
/** A refused key is retried at this slower interval, ms. */
const REFUSED_MS = 5_000;
/** This many refusals in a row make a key invalid: a single 401 is no proof. */
const REFUSALS_TO_BELIEVE = 3;
/** What is known of an account expires after a day, s: its server may offer v2 by then. */
const KEPT_S = 86_400;

export interface Health {
  api: Api | undefined;
  /** Failures in a row. */
  fallos: number;
  /** Refusals of the key in a row, part of `fallos`. */
  refusals: number;
  /** No reads before this time, ms. */
  hasta: number;
  motivo: DispositivoReason | null;
}

const key = (cuenta: string): string => `{nube:${cuenta}}:salud`;

/** What all instances know of an account: which API it answers, and whether it answers at all (a circuit breaker). */
@Injectable()
export class AccountHealth {
  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  async read(cuenta: string): Promise<Health> {
    const { api, fallos, refusals, hasta, motivo } = await this.redis.hgetall(key(cuenta));
    return {
      api: api === 'v1' || api === 'v2' ? api : undefined,
      fallos: Number(fallos ?? 0),
      refusals: Number(refusals ?? 0),
      hasta: Number(hasta ?? 0),
      motivo: motivo ? (motivo as DispositivoReason) : null,
    };
  }

  /** The account answered. Writes only on a change. */
  async well(cuenta: string, before: Health, api: Api): Promise<void> {
    if (before.api === api && before.fallos === 0) return;
    await this.write(cuenta, { api, fallos: 0, refusals: 0, hasta: 0, motivo: '' });
  }

  async api(cuenta: string, api: Api | undefined): Promise<void> {
    await this.write(cuenta, { api: api ?? '' });
  }

  /** The account failed as a whole. Answers the reason to show for its devices, and when to try again. */
  async failed(cuenta: string, before: Health, failure: CloudFailure, watched: boolean): Promise<Health> {
    const fallos = before.fallos + 1;
    const refusals = failure.unauthorized ? before.refusals + 1 : 0;
    const believed = !failure.unauthorized || refusals >= REFUSALS_TO_BELIEVE;
    const motivo = believed ? failure.motivo : 'nube_con_error';
    const watchedWait =
      refusals > REFUSALS_TO_BELIEVE ? REFUSED_MS : (PROBE_MS[Math.min(fallos, PROBE_MS.length) - 1] as number);
    const wait = watched ? watchedWait : Math.min(watchedWait * 2 ** Math.min(fallos - 1, 6), PROBE_UNWATCHED_MAX_MS);
    const health = { ...before, fallos, refusals, hasta: Date.now() + wait, motivo };
    await this.write(cuenta, { fallos, refusals, hasta: health.hasta, motivo });
    return health;
  }

  /** Somebody started watching: the next probe follows the watched interval. */
  async hurry(cuenta: string): Promise<void> {
    const { hasta, fallos } = await this.read(cuenta);
    const soon = Date.now() + (PROBE_MS[2] as number);
    if (fallos > 0 && hasta > soon) await this.write(cuenta, { hasta: soon });
  }

  private async write(cuenta: string, fields: Record<string, string | number>): Promise<void> {
    await this.redis.multi().hset(key(cuenta), fields).expire(key(cuenta), KEPT_S).exec();
  }
}
