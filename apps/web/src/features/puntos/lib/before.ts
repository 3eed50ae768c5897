import type { SeriePunto } from '@acequia/contracts';
import type { Span } from './days.js';

/** The span of the same length that ends where this one begins. */
export const spanBefore = ({ desde, hasta }: Span): Span => ({ desde: desde - (hasta - desde), hasta: desde });

/** What was measured before, each step moved to the place of its counterpart. */
export const movedOnto = (before: SeriePunto, { desde, hasta }: Span): SeriePunto => ({
  ...before,
  puntos: before.puntos.map((one) => ({ ...one, ts: one.ts + (hasta - desde) })),
});

/** The step nearest to a time, no further from it than half of `step_ms`; of samples, than `near_ms`. */
export function counterpart(before: SeriePunto, ts: number, near_ms: number): SeriePunto['puntos'][number] | null {
  let best: SeriePunto['puntos'][number] | null = null;
  for (const one of before.puntos) {
    const away = Math.abs(one.ts - ts);
    if (away <= near_ms && (best === null || away < Math.abs(best.ts - ts))) best = one;
  }
  return best;
}
