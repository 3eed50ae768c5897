import { Bus } from '@acequia/bus';
import { type SkipCondition, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type KnownPoint, PointsRepository } from '../storage/points.repository.js';
import { OLD_SENSOR_MS, type PointReading } from './decisions.js';

const ME = sistema('automation');
const READ_MS = 3_000;
const HOUR_MS = 3_600_000;
/** A value counts for so many of its point's periods. */
const PERIODS = 3;

/** What of a point is asked: its last value, or what a counter grew in the last hours. */
export type PointQuestion = Pick<SkipCondition, 'punto_id' | 'horas'>;

/** Names a question. */
export const questionKey = ({ punto_id, horas }: PointQuestion): string => `${punto_id}:${horas ?? ''}`;

/** How old a point's value may be to count, ms. */
export const countsFor = ({ cada_s }: Pick<KnownPoint, 'cada_s'>): number =>
  Math.max(OLD_SENSOR_MS, PERIODS * cada_s * 1_000);

/** Reads points for conditions. */
@Injectable()
export class PointValues {
  constructor(
    private readonly points: PointsRepository,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** By {@link questionKey}; without a point that is gone. What cannot be read now has no value. */
  async read(questions: readonly PointQuestion[], now: number): Promise<ReadonlyMap<string, PointReading>> {
    const asked = new Map(questions.flatMap((one) => (one.punto_id === undefined ? [] : [[questionKey(one), one]])));
    if (asked.size === 0) return new Map();
    const points = await this.points.byId([...new Set(questions.flatMap(({ punto_id }) => punto_id ?? []))]);
    const last = await this.last(
      [...asked.values()].flatMap((one) => (one.horas === undefined ? [one.punto_id!] : [])),
    );
    const readings = new Map<string, PointReading>();
    for (const [key, { punto_id, horas }] of asked) {
      const point = points.get(punto_id!);
      if (!point) continue;
      const told = horas === undefined ? last.get(point.id) : await this.grown(point.id, now - horas * HOUR_MS, now);
      const value = told && now - told.ts <= countsFor(point) ? told.value : null;
      readings.set(key, { nombre: point.nombre, magnitud: point.magnitud, value });
    }
    return readings;
  }

  private async last(puntos: number[]): Promise<ReadonlyMap<number, Told>> {
    if (puntos.length === 0) return new Map();
    const told = await this.tried(this.bus.call('puntos.ultimos', { puntos }, ME, { timeout_ms: READ_MS }));
    return new Map(
      (told ?? []).flatMap(({ punto_id, valor, ts }) =>
        ts === null ? [] : [[punto_id, { value: valor, ts }] as const],
      ),
    );
  }

  /** Up to the last value, which may be a moment away from being stored. */
  private async grown(punto_id: number, desde: number, hasta: number): Promise<Told | undefined> {
    const request = { punto_id, desde, hasta, hasta_ultimo: true } as const;
    const told = await this.tried(this.bus.call('puntos.entre', request, ME, { timeout_ms: READ_MS }));
    return told && told.a !== null ? { value: told.valor, ts: told.a } : undefined;
  }

  private async tried<T>(call: Promise<T>): Promise<T | undefined> {
    try {
      return await call;
    } catch (error) {
      this.logger.warn({ err: error }, 'points could not be read before a turn');
      return undefined;
    }
  }
}

interface Told {
  value: number | null;
  ts: number;
}
