import type { ResultMessage, TelemetrySample } from '@acequia/board-protocol';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { buildCore } from './core-build.fixture.js';

/** What the firmware's core did on one line: times of changes in ms of the scenario's time. */
export interface HostReply {
  answered: unknown;
  answers: ResultMessage[];
  changes: [at: number, pin: number, on: 0 | 1][];
  messages: TelemetrySample[][];
  pending: number;
  lost: number;
}

/** The firmware's core as a process on this computer (`esp32/core/host/core_host.cpp`), one line in, one line out. */
export class CoreHost {
  private readonly waiting: ((line: string) => void)[] = [];
  private complaint = '';
  private ended = false;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly lines: Interface,
  ) {
    lines.on('line', (line) => this.waiting.shift()?.(line));
    child.stderr.on('data', (chunk: Buffer) => (this.complaint += chunk));
    child.once('close', () => {
      this.ended = true;
      for (const answer of this.waiting.splice(0)) answer('');
    });
  }

  static async start(): Promise<CoreHost> {
    const program = await buildCore('core_host');
    const child = spawn(program, { env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' } });
    return new CoreHost(child, createInterface({ input: child.stdout }));
  }

  /** A factory-new board with this many flash sectors for its samples. */
  async fresh(sectors = 16): Promise<void> {
    await this.line(`new ${sectors}`);
  }

  /** @throws Error with the program's output when it ended: a sanitizer found an error. */
  async do(at: number, verb: string, ...args: (string | number | Buffer)[]): Promise<HostReply> {
    const words = args.map((arg) => (Buffer.isBuffer(arg) ? arg.toString('hex') : String(arg)));
    return JSON.parse(await this.line([at, verb, ...words].join(' '))) as HostReply;
  }

  stop(): Promise<void> {
    this.lines.close();
    if (this.ended) return Promise.resolve();
    return new Promise((resolve) => {
      this.child.once('close', () => resolve());
      this.child.stdin.end();
    });
  }

  private async line(text: string): Promise<string> {
    const answer = await new Promise<string>((resolve) => {
      if (this.ended) return resolve('');
      this.waiting.push(resolve);
      this.child.stdin.write(`${text}\n`);
    });
    if (answer === '') throw new Error(`core_host ended at "${text}"\n${this.complaint}`);
    return answer;
  }
}
