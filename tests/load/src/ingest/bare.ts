/** Shared by the two processes of the bare pipeline: the least code that keeps the promise "acknowledged means stored". */
export const BARE = {
  schema: 'bare_ingest',
  stream: 'bare:ingest',
  group: 'writers',
  field: 'm',
} as const;

/** One sample on the stream: board, ts (ms), sensor pin, °C, %, then pin and state of each relay. */
export type BareSample = [
  board: number,
  ts: number,
  sensor: number,
  t: number,
  h: number,
  ...pins: (readonly [number, number])[],
];

/** One value of a point on the stream: its key, ts (ms), value. */
export type BareValue = [point: number, ts: number, value: number];

/** What one append holds. */
export interface BareBatch {
  samples: BareSample[];
  values: BareValue[];
}

/** The key of point `n` of a board. */
export const bareKey = (board: number, n: number): number => board * 100 + n;
