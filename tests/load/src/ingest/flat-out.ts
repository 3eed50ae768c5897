import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { quantiles } from '../quantiles.js';
import type { BenchFleet, Board, Run } from './fleet.js';

/** Longest wait for rows after the last PUBACK, and how often they are looked for, ms. */
export const DRAIN_MS = 60_000;
const LOOK_MS = 200;

/** A pipeline under test: its door, its boards, and where its rows go. */
export interface Side {
  fleet: BenchFleet;
  boards: readonly Board[];
  tabla: string;
  /** Of a table of values: the keys of the points, and how many values a sample has. */
  points?: { ids: readonly number[]; each: number };
}

export interface FlatOut extends Run {
  /** Rows that what was acknowledged makes, those found, and from the first PUBLISH until all of them were there, s. */
  owed: number;
  rows: number;
  until_committed_s: number;
}

/** Waits until everything acknowledged is stored: what is left over would slow the next run. */
export async function flatOut(side: Side, db: pg.Client, seconds: number): Promise<FlatOut> {
  // Values have the times of their own: all of them are counted.
  const earlier = side.points ? await count(db, side, 0) : 0;
  const run = await side.fleet.flatOut(seconds);
  const owed = run.acked * (side.points?.each ?? 1);
  let rows = 0;
  for (const end = Date.now() + DRAIN_MS; rows < owed && Date.now() < end;) {
    rows = (await count(db, side, side.points ? 0 : run.since)) - earlier;
    if (rows < owed) await sleep(LOOK_MS);
  }
  return { ...run, owed, rows, until_committed_s: (Date.now() - run.since) / 1_000 };
}

async function count(db: pg.Client, { tabla, boards, points }: Side, since: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM ${tabla} WHERE ${points ? 'punto_id' : 'placa_id'} = ANY ($1) AND ts >= $2`,
    [points?.ids ?? boards.map(({ placa_id }) => placa_id), new Date(since)],
  );
  return rows[0]!.n;
}

export function together(runs: readonly FlatOut[]) {
  const sum = (of: (run: FlatOut) => number): number => runs.reduce((total, run) => total + of(run), 0);
  return {
    acked_per_s: Math.round(sum(({ acked }) => acked) / sum(({ seconds }) => seconds)),
    persisted_per_s: Math.round(sum(({ rows }) => rows) / sum(({ until_committed_s }) => until_committed_s)),
    // A failed publish may have been stored nevertheless.
    missing: Math.max(
      0,
      sum(({ owed, rows }) => owed - rows),
    ),
    failed: sum(({ failed }) => failed),
    puback_ms: quantiles(runs.flatMap(({ puback_ms }) => puback_ms)),
  };
}
