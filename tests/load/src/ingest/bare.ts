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
