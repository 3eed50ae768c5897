import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { endProcess, identityOf, type ProcessIdentity } from './process-identity.js';
import { pause, startProcess, type ProcessSpec } from './process-spec.js';
import type { RotatingLog } from './rotating-log.js';

/** Waits before consecutive starts, ms; the last value repeats. */
const BACK_OFF_MS = [0, 200, 500, 1_000, 2_000];
/** After this run time a start counts as good, and the next death as the first, ms. */
const STABLE_MS = 10_000;

interface Events {
  /** pid of the new process. */
  started: [number];
  /** How it ended, in Spanish; number of consecutive deaths, this one included. */
  died: [string, number];
}

/** A process that is restarted whenever it dies, until {@link stop}. */
export class SupervisedProcess extends EventEmitter<Events> {
  private wanted = false;
  private child: ChildProcess | null = null;
  private identity: ProcessIdentity | null = null;
  private deaths = 0;
  private stopping: Promise<void> | null = null;
  private startedAt = 0;

  constructor(
    readonly spec: ProcessSpec,
    private readonly log: RotatingLog,
  ) {
    super();
  }

  get name(): string {
    return this.spec.name;
  }

  /** null while the process is down. */
  get pid(): number | null {
    return this.identity?.pid ?? null;
  }

  /** Its last log line, for the message about its death. */
  get lastLine(): string {
    return this.log.lastLine();
  }

  async start(): Promise<void> {
    this.wanted = true;
    await this.launch();
  }

  /** Ends the process with SIGTERM, so that others take over its clients, or SIGKILL after `patienceMs`, and starts it again: not a death. */
  async restart(patienceMs: number): Promise<void> {
    const { identity } = this;
    // What `ended` sees of this child from now on is expected.
    this.child = null;
    this.identity = null;
    if (identity) await endProcess(identity, 'SIGTERM', patienceMs);
    if (this.wanted) await this.launch();
  }

  /** Stops the process, with SIGKILL after `patienceMs`, and waits for its exit. */
  stop(patienceMs: number): Promise<void> {
    this.wanted = false;
    this.stopping ??= this.end(patienceMs);
    return this.stopping;
  }

  private async end(patienceMs: number): Promise<void> {
    if (this.identity) await endProcess(this.identity, this.spec.stopSignal ?? 'SIGTERM', patienceMs);
    this.identity = null;
    this.log.close();
  }

  private async launch(): Promise<void> {
    try {
      await this.spec.prepare?.();
    } catch (error) {
      this.log.write(`${String(error)}\n`);
    }
    if (!this.wanted) return;
    const child = startProcess(this.spec, ['ignore', 'pipe', 'pipe']);
    this.child = child;
    this.startedAt = Date.now();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.log.write(chunk));
    child.once('error', (error) => this.ended(child, error.message));
    child.once('exit', (code, signal) => this.ended(child, signal ? `señal ${signal}` : `código ${code}`));
    if (child.pid === undefined) return;
    this.identity = identityOf(child.pid);
    this.emit('started', child.pid);
  }

  private ended(child: ChildProcess, how: string): void {
    if (this.child !== child) return; // `error` and `exit` may both fire.
    this.child = null;
    if (!this.wanted) return;
    this.identity = null;
    if (Date.now() - this.startedAt >= STABLE_MS) this.deaths = 0;
    const wait = BACK_OFF_MS[Math.min(this.deaths, BACK_OFF_MS.length - 1)] ?? 0;
    this.deaths += 1;
    this.emit('died', how, this.deaths);
    void pause(wait).then(() => (this.wanted ? this.launch() : undefined));
  }
}
