import { topics } from '@acequia/board-protocol';
import { SENSOR_PIN } from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchBoard, type Board } from './bench-board.js';

export type { Board };

/** Samples of one board that may wait for their PUBACK at once. */
const WINDOW = 4;
const CONNECT_AT_ONCE = 50;

export interface Run {
  /** ms since 1970: no sample of this run is older. */
  since: number;
  acked: number;
  failed: number;
  /** Of every eighth sample. */
  puback_ms: number[];
  seconds: number;
}

/** The next message of the board at an index. @param ts the time of its sample, unless the body has another */
export type BodyOf = (ts: number, index: number) => string;

const readingOf: BodyOf = (ts) =>
  `{"seq":${ts % 1e9},"ts":${ts},"pins":{"4":${Math.floor(ts / 10_000) % 2},"5":0},"sensors":{"${SENSOR_PIN}":{"t":${20 + (ts % 100) / 10},"h":60.2}}}`;

/** Boards with a connection each, that publish one sample a message. */
export class BenchFleet {
  private readonly last = new Map<number, number>();
  private turn = 0;

  private readonly pings = setInterval(() => {
    const now = Date.now();
    for (const client of this.clients) client.keepAlive(now);
  }, 1_000).unref();

  private constructor(
    private readonly boards: readonly Board[],
    private readonly clients: readonly BenchBoard[],
    private readonly bodyOf: BodyOf,
  ) {}

  /** `comesBack`: as in {@link BenchBoard}. */
  static async connect(
    url: string,
    boards: readonly Board[],
    comesBack = false,
    bodyOf = readingOf,
  ): Promise<BenchFleet> {
    const clients = boards.map((board) => new BenchBoard(new URL(url), board, comesBack));
    const fleet = new BenchFleet(boards, clients, bodyOf);
    for (let i = 0; i < clients.length; i += CONNECT_AT_ONCE)
      await Promise.all(clients.slice(i, i + CONNECT_AT_ONCE).map((client) => client.open()));
    return fleet;
  }

  get connected(): number {
    return this.clients.filter(({ connected }) => connected).length;
  }

  close(): void {
    clearInterval(this.pings);
    for (const client of this.clients) client.close();
  }

  /** As fast as it is acknowledged, with so many samples on their way at once, each board's turn after the other's. */
  async flatOut(seconds: number, inFlight = this.boards.length * WINDOW): Promise<Run> {
    const run = newRun();
    const end = run.since + seconds * 1_000;
    const lane = async (first: number): Promise<void> => {
      for (let n = first; Date.now() < end; n += inFlight) {
        const index = n % this.boards.length;
        if (!this.clients[index]!.connected) return;
        await this.publish(index, run);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, (_, first) => lane(first)));
    return { ...run, seconds: (Date.now() - run.since) / 1_000 };
  }

  /** At a total rate, board after board. Calls `published` for each sample as it leaves, with its board and ts. */
  async paced(rate: number, seconds: number, published: (placa_id: number, ts: number) => void): Promise<Run> {
    const run = newRun();
    const started = performance.now();
    const underway = new Set<Promise<void>>();
    for (let sent = 0; sent < rate * seconds;) {
      const due = Math.min(rate * seconds, Math.floor(((performance.now() - started) * rate) / 1_000));
      for (; sent < due; sent += 1) {
        const work = this.publish((this.turn += 1) % this.boards.length, run, published);
        underway.add(work);
        void work.then(() => underway.delete(work));
      }
      await sleep(2);
    }
    await Promise.all(underway);
    return { ...run, seconds: (Date.now() - run.since) / 1_000 };
  }

  private async publish(index: number, run: Run, published?: (placa_id: number, ts: number) => void): Promise<void> {
    const board = this.boards[index]!;
    // One reading per board, pin and millisecond: equal ones would be one row.
    const ts = Math.max(Date.now(), (this.last.get(index) ?? 0) + 1);
    this.last.set(index, ts);
    const started = performance.now();
    published?.(board.placa_id, ts);
    try {
      await this.clients[index]!.publish(topics.telemetry(board.id), this.bodyOf(ts, index));
      run.acked += 1;
      if (run.acked % 8 === 0) run.puback_ms.push(performance.now() - started);
    } catch {
      run.failed += 1;
    }
  }
}

const newRun = (): Run => ({ since: Date.now(), acked: 0, failed: 0, puback_ms: [], seconds: 0 });
