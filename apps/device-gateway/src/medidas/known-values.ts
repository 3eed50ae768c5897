import { Bus } from '@acequia/bus';
import { AppError, sistema } from '@acequia/contracts';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Kept } from './api-points.repository.js';
import { keyOf } from './judged.js';

/** By then telemetry-history has stored a value that was appended, s. */
const ON_THE_WAY_S = 600;
const CALL_TIMEOUT_MS = 5_000;
const ONE_SLOT = '{medidas}:';
const NONE = '';

/** Which values are there already: stored, or appended and on their way to be. */
@Injectable()
export class KnownValues {
  constructor(
    private readonly bus: Bus,
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
  ) {}

  /**
   * By point and time, as {@link keyOf}; what is on its way is asked for first, because it may be stored meanwhile.
   * @throws AppError `servicio_no_disponible` while telemetry-history or the volatile Redis does not answer
   */
  async of(values: readonly Kept[]): Promise<Map<string, number | null>> {
    const known = new Map<string, number | null>();
    if (values.length === 0) return known;
    const texts = await this.redis.mget(values.map((value) => ONE_SLOT + keyOf(value))).catch((cause: unknown) => {
      throw new AppError('servicio_no_disponible', { cause });
    });
    const stored = await this.bus.call(
      'puntos.guardados',
      { tiempos: values.map(({ punto_id, ts }): [number, number] => [punto_id, ts]) },
      sistema('device-gateway'),
      { timeout_ms: CALL_TIMEOUT_MS },
    );
    values.forEach((value, i) => {
      const text = texts[i] ?? null;
      if (text !== null) known.set(keyOf(value), text === NONE ? null : Number(text));
    });
    for (const { i, valor } of stored) {
      const value = values[i];
      if (value) known.set(keyOf(value), valor);
    }
    return known;
  }

  /** These were appended. */
  async note(values: readonly Kept[]): Promise<void> {
    const writes = this.redis.pipeline();
    for (const value of values) writes.set(ONE_SLOT + keyOf(value), value.kept ?? NONE, 'EX', ON_THE_WAY_S);
    await writes.exec();
  }
}
