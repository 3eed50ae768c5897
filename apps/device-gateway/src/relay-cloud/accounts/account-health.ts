import type { DispositivoReason } from '@acequia/contracts';
import { REDIS_VOLATILE } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Api } from '../client/cloud-client.js';
import type { CloudFailure } from '../client/cloud-failure.js';

/** Waits before the next probe of a cloud that fails. Watched: with a read's own timeout still within 10 s. */
const PROBE_MS = [1_000, 2_000, 3_000] as const;
const PROBE_UNWATCHED_MAX_MS = 60_000;
/** A key that is refused is not tried at the pace of a cloud that is away. */
const REFUSED_MS = 5_000;
/** So many refusals in a row make a dead key: one 401 is no proof (facts). */
const REFUSALS_TO_BELIEVE = 3;
/** What was found out about an account is found out again after a day: v2 may have come. */
const KEPT_S = 86_400;

export interface Health {
  api: Api | undefined;
  /** Failures in a row. */
  fallos: number;
  /** Of those, refusals of the key in a row. */
  refusals: number;
  /** No reads before this time, ms. */
  hasta: number;
  motivo: DispositivoReason | null;
}

const key = (cuenta: string): string => `{nube:${cuenta}}:salud`;

/** What the instances know of an account together: which API it answers, and whether it answers at all (the breaker). */
@Injectable()
export class AccountHealth {
  constructor(@Inject(REDIS_VOLATILE) private readonly redis: Redis) {}

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

  /** It answered. Writes only when that is news. */
  async well(cuenta: string, before: Health, api: Api): Promise<void> {
    if (before.api === api && before.fallos === 0) return;
    await this.write(cuenta, { api, fallos: 0, refusals: 0, hasta: 0, motivo: '' });
  }

  async api(cuenta: string, api: Api | undefined): Promise<void> {
    await this.write(cuenta, { api: api ?? '' });
  }

  /** It failed as a whole: answers what to say of its devices, and until when it is left alone. */
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

  /** Somebody looks now: the next probe comes at the watched pace. */
  async hurry(cuenta: string): Promise<void> {
    const { hasta, fallos } = await this.read(cuenta);
    const soon = Date.now() + (PROBE_MS[2] as number);
    if (fallos > 0 && hasta > soon) await this.write(cuenta, { hasta: soon });
  }

  private async write(cuenta: string, fields: Record<string, string | number>): Promise<void> {
    await this.redis.multi().hset(key(cuenta), fields).expire(key(cuenta), KEPT_S).exec();
  }
}
