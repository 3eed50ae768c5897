import { type CallResponse, magnitudOf, unscaled } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { grownBetween } from '../energia/consumption.js';
import { PuntosRepository } from './puntos.repository.js';

/** How far from an instant the counter's values may be, ms: a board tells it every hour at the least. */
const REACH_MS = 2 * 3_600_000;
const NOTHING = { valor: null, entre: null, de: null, a: null };

@Injectable()
export class PuntosService {
  constructor(private readonly puntos: PuntosRepository) {}

  /** As `puntos.guardados` tells it. */
  stored(keys: readonly (readonly [number, number])[]): Promise<CallResponse<'puntos.guardados'>> {
    return this.puntos.stored(keys);
  }

  /**
   * What a counter grew between two instants, ms, as `puntos.entre` tells it; nothing for a point that is no counter.
   * @param toLast up to the last value in between
   */
  async between(punto_id: number, desde: number, hasta: number, toLast = false): Promise<CallResponse<'puntos.entre'>> {
    const meaning = await this.puntos.meaning(punto_id);
    if (!meaning) return NOTHING;
    const { magnitud, rule } = meaning;
    if (magnitudOf(magnitud).clase !== 'contador') return NOTHING;
    const points = await this.puntos.counterPoints(punto_id, desde, hasta, REACH_MS);
    const end = toLast ? points.findLast(({ ts }) => ts >= desde && ts <= hasta)?.ts : hasta;
    const grown = end === undefined ? null : grownBetween(points, desde, end, rule);
    if (!grown) return NOTHING;
    const { part, whole, from, to } = grown;
    return { valor: unscaled(magnitud, Math.round(part)), entre: unscaled(magnitud, whole), de: from, a: to };
  }
}
