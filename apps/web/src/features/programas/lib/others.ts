import { type ActorShown, actorSpans } from '../../../entities/switch/who/actors.js';
import type { Interval } from '../../../entities/switch/who/intervals.js';
import type { Window } from './day-window.js';
import { placeIn } from './lanes.js';

/** A time on that no program began, as a bar of its lane. */
export interface OtherBar {
  actor: ActorShown;
  /** null = nobody knows. */
  who: string | null;
  /** ms; null = before the day, or not over yet. */
  desde: number | null;
  hasta: number | null;
  /** Percent of the lane. */
  left: number;
  width: number;
}

/** Those of a day that are in sight. */
export const othersIn = (intervals: readonly Interval[], { from, to }: Window, now: number): OtherBar[] =>
  intervals
    .filter(({ by }) => by?.kind !== 'programa')
    .flatMap((one) =>
      actorSpans([one], from, now)
        .filter(({ desde, hasta }) => hasta > from && desde < to)
        .map(({ actor, desde, hasta }) => ({
          actor,
          who: one.by?.who ?? null,
          desde: one.desde,
          hasta: one.hasta,
          ...placeIn(desde, hasta, from, to),
        })),
    );
