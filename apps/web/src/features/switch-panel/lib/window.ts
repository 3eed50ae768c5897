/** A range of instants, ms. */
export interface Span {
  desde: number;
  hasta: number;
}

const HOUR = 3_600_000;
export const RANGES = { day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR, year: 365 * 24 * HOUR } as const;
export type Range = keyof typeof RANGES;

/** Smallest window: a board reports only every ten seconds. ms */
export const LEAST_VIEW_MS = HOUR / 6;

/** Zooms around the window's middle, within the frame; null = the whole frame. */
export function zoomIn({ desde, hasta }: Span, factor: number, frame: Span): Span | null {
  const whole = frame.hasta - frame.desde;
  const length = Math.max((hasta - desde) * factor, LEAST_VIEW_MS);
  if (length >= whole) return null;
  const start = Math.min(Math.max((desde + hasta - length) / 2, frame.desde), frame.hasta - length);
  return { desde: Math.round(start), hasta: Math.round(start + length) };
}

/** The range to load for a window: half its length more on each side, so that it can be moved before the next answer arrives. */
export function around({ desde, hasta }: Span, frame: Span): Span {
  const margin = Math.round((hasta - desde) / 2);
  return { desde: Math.max(frame.desde, desde - margin), hasta: Math.min(frame.hasta, hasta + margin) };
}
