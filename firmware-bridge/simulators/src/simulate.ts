import type { BoardSpec } from './board-spec.js';
import { Ledger } from './ledger.js';
import { LoadBoard } from './load-board.js';
import { percentile } from './percentile.js';

const TICK_MS = 10;
/** Boards that connect at once, and the pause before the next group, ms. */
const ROUND = 25;
const PAUSE_MS = 50;
/** Default for the longest wait for connections and, at the end, for missing PUBACKs, ms: a board may be backing off. */
const CONNECTION_MS = 30_000;
const COLA_MS = 65_000;

export interface SimulateOptions {
  boards: readonly BoardSpec[];
  url: string;
  /** Samples per second of all boards together. */
  rate: number;
  seconds: number;
  window: number;
  /** File for the acknowledged samples. */
  ledger?: string | undefined;
  /** Longest wait for the boards to connect, ms. */
  connect_ms?: number | undefined;
  /** Longest wait, after the last sample, for missing PUBACKs, ms. */
  drain_ms?: number | undefined;
  /** Ends the run early; PUBACKs are still awaited and summed up. */
  signal?: AbortSignal | undefined;
}

/** Summary that is printed as one line of JSON. */
export interface SimulateSummary {
  boards: number;
  /** Time in which samples were sent, s. */
  seconds: number;
  sent: number;
  acked: number;
  /** Acknowledged samples per second of that time. */
  rate: number;
  puback_p50_ms: number | null;
  puback_p99_ms: number | null;
  reconnects: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (check: () => boolean, ms: number): Promise<boolean> => {
  const end = performance.now() + ms;
  while (!check() && performance.now() < end) await pause(TICK_MS);
  return check();
};

const connectAll = async (boards: readonly LoadBoard[], wait_ms: number, reason: () => string): Promise<void> => {
  for (let start = 0; start < boards.length; start += ROUND) {
    for (const board of boards.slice(start, start + ROUND)) board.link.start();
    await pause(PAUSE_MS);
  }
  await until(() => boards.every(({ link }) => link.connected), wait_ms);
  const missing = boards.filter(({ link }) => !link.connected).length;
  if (missing > 0) throw new Error(`${missing} de ${boards.length} placas no se pudieron conectar. ${reason()}`);
};

/** Lets the boards sample in turn, at the total rate, for `seconds`. */
const run = async (boards: readonly LoadBoard[], { rate, seconds, signal }: SimulateOptions): Promise<number> => {
  const since = performance.now();
  let sent = 0;
  for (let elapsed = 0; elapsed < seconds * 1000 && !signal?.aborted; elapsed = performance.now() - since) {
    for (const due = Math.floor((elapsed * rate) / 1000); sent < due; sent += 1) boards[sent % boards.length]?.sample();
    await pause(TICK_MS);
  }
  for (const total = Math.floor(rate * seconds); sent < total && !signal?.aborted; sent += 1)
    boards[sent % boards.length]?.sample();
  return sent;
};

/** Runs a fleet under load. @throws Error when not every board can connect. */
export const simulate = async (options: SimulateOptions): Promise<SimulateSummary> => {
  const ledger = options.ledger === undefined ? null : new Ledger(options.ledger);
  const latencies: number[] = [];
  let acked = 0;
  let reason = '';
  const boards = options.boards.map(
    (spec) =>
      new LoadBoard(spec, {
        url: options.url,
        window: options.window,
        onAck: (samples, ms) => {
          acked += samples.length;
          latencies.push(ms);
          ledger?.acked(spec, samples);
        },
        onRefused: (text) => (reason = text),
      }),
  );
  try {
    await connectAll(boards, options.connect_ms ?? CONNECTION_MS, () => reason);
    const since = performance.now();
    const sent = await run(boards, options);
    const seconds = (performance.now() - since) / 1000;
    const rate = acked / seconds;
    await until(() => boards.every(({ owed }) => owed === 0), options.drain_ms ?? COLA_MS);
    return {
      boards: boards.length,
      seconds: round(seconds),
      sent,
      acked,
      rate: round(rate),
      puback_p50_ms: rounded(percentile(latencies, 0.5)),
      puback_p99_ms: rounded(percentile(latencies, 0.99)),
      reconnects: boards.reduce((sum, { link }) => sum + link.reconnects, 0),
    };
  } finally {
    await Promise.all(boards.map(({ link }) => link.stop()));
    await ledger?.close();
  }
};

const round = (value: number): number => Math.round(value * 100) / 100;
const rounded = (value: number | null): number | null => (value === null ? null : round(value));
