import type { PlacaDetalle } from '@acequia/contracts';

/** A time connected or not, ms; `to` null = it lasts. */
export interface LinkInterval {
  online: boolean;
  from: number;
  to: number | null;
}

/** The times between the stored changes, newest first; repeated changes of the same kind are one interval. */
export function linkIntervals(changes: PlacaDetalle['enlaces']): LinkInterval[] {
  const oldestFirst = [...changes].sort((a, b) => a.ts - b.ts);
  const intervals: LinkInterval[] = [];
  for (const { online, ts } of oldestFirst) {
    const last = intervals.at(-1);
    if (last && last.online === (online === 1)) continue;
    if (last) last.to = ts;
    intervals.push({ online: online === 1, from: ts, to: null });
  }
  return intervals.reverse();
}

/** A piece of the bar, as shares of the window from 0 to 1. */
export interface Piece {
  online: boolean;
  start: number;
  width: number;
}

/** The intervals within `from`–`to`; before the first stored change nothing is known, so nothing is drawn. */
export const piecesOf = (intervals: readonly LinkInterval[], from: number, to: number): Piece[] =>
  intervals.flatMap((one) => {
    const [start, end] = [Math.max(one.from, from), Math.min(one.to ?? to, to)];
    if (end <= start) return [];
    return [{ online: one.online, start: (start - from) / (to - from), width: (end - start) / (to - from) }];
  });
