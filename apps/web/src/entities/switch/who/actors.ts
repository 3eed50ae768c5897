import type { Actor, Interval } from './intervals.js';

/** In the order of the legend; `placa`: no order is known. */
export const ACTORS = ['persona', 'programa', 'regla', 'sistema', 'placa'] as const;
export type ActorShown = Actor | 'placa';

/** ms */
export interface ActorSpan {
  desde: number;
  hasta: number;
  actor: ActorShown;
}

/** Times on with who began them; one that is still on lasts until `now`, one of unknown beginning since `from`. ms */
export const actorSpans = (intervals: readonly Interval[], from: number, now: number): ActorSpan[] =>
  intervals.map(({ desde, hasta, by }) => {
    const begun = desde ?? Math.min(from, hasta ?? now);
    return { desde: begun, hasta: Math.max(begun, hasta ?? now), actor: by?.kind ?? 'placa' };
  });
