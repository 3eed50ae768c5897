import { AppError, type CallName, CALLS, type Service } from '@acequia/contracts';
import type { BusLogger } from '../bus.options.js';
import type { BusKeys } from '../keys/bus-keys.js';
import type { BusMetrics } from '../metrics.js';
import { BLOCK_MS, type BusConnections, isGroupLost } from '../redis/connections.js';
import { Interruptible } from '../redis/interruptible.js';
import { atMost, pause } from '../redis/pause.js';
import { callKeys } from './call-keys.js';
import { decodeCall, type CallEnvelope } from './call-envelope.js';
import { type CallEntry, CallStream } from './call-stream.js';
import { BEAT_MS, Presence } from './presence.js';
import { Replies } from './replies.js';
import { ShortReads } from './short-reads.js';

/** Runs one call; rejects with the error to send to the caller. */
export type CallRunner = (call: CallEnvelope) => Promise<unknown>;

const MOST_PER_READ = 64;
const CLAIM_EVERY_BEATS = 2;
const SWEEP_EVERY_BEATS = 60;
const SOON_MS = 100;
/** How long stopping waits for callers that do not receive their answer, ms. */
const LONGEST_GOODBYE_MS = 2_000;

const isRead = (call: CallEnvelope): boolean => CALLS[call.n as CallName]?.kind === 'read';

interface Waiting {
  id: string;
  call: CallEnvelope;
}

/** Reads a service's calls from its stream, runs a bounded number of them at once and answers. */
export class CallServer {
  private readonly stream: CallStream;
  private readonly presence: Presence;
  private readonly replies: Replies;
  private readonly reads: ShortReads;
  private readonly incarnation: string;
  private readonly streamName: string;
  /** Calls accepted and not ended, including calls still being taken. */
  private running = 0;
  private finished: string[] = [];
  private stopping = false;
  private readonly wakers: (() => void)[] = [];
  private reader: Interruptible | undefined;
  private loop: Promise<void> | undefined;
  private beating: NodeJS.Timeout | undefined;
  private beats = 0;

  constructor(
    private readonly service: Service,
    private readonly connections: BusConnections,
    private readonly keys: BusKeys,
    private readonly metrics: BusMetrics,
    private readonly concurrency: number,
    private readonly run: CallRunner,
    private readonly logger: BusLogger,
  ) {
    this.incarnation = connections.incarnation;
    this.streamName = callKeys(service).stream;
    this.stream = new CallStream(service, this.incarnation, connections.volatile);
    this.presence = new Presence(connections.volatile);
    this.replies = new Replies(connections.pubSub);
    this.reads = new ShortReads(this.stream, (error, reads) =>
      this.logger.debug({ err: error, reads }, 'reads could not be taken off the stream'),
    );
  }

  /** Starts reading calls without waiting for Redis, which may connect later. */
  start(): void {
    this.reader = new Interruptible(this.connections.blocking('volatile'), this.connections.volatile);
    this.beating = setInterval(() => void this.beat(), BEAT_MS);
    this.loop = this.readLoop(this.reader);
  }

  /** Stops reading calls, waits until running calls have ended and been answered, then removes the lease. */
  async stop(): Promise<void> {
    if (this.stopping || !this.reader) return;
    this.stopping = true;
    this.wake();
    await this.reader.interrupt();
    await this.loop;
    while (this.running > 0) await new Promise<void>((resolve) => this.wakers.push(resolve));
    await atMost(this.replies.settled(), LONGEST_GOODBYE_MS, undefined);
    clearInterval(this.beating);
    await this.presence.leave(this.service, this.incarnation).catch(() => undefined);
    this.connections.close(this.reader.connection);
  }

  private async readLoop(reader: Interruptible): Promise<void> {
    await this.prepare();
    while (!this.stopping) {
      const free = this.concurrency - this.running;
      if (free <= 0) {
        await new Promise<void>((resolve) => this.wakers.push(resolve));
        continue;
      }
      try {
        this.accept(await this.stream.read(reader.connection, Math.min(free, MOST_PER_READ), BLOCK_MS));
      } catch (error) {
        await this.heal(error);
      }
    }
  }

  /** The reader does not await this, so the next read overlaps with taking these calls. */
  private accept(entries: CallEntry[]): void {
    const waiting: Waiting[] = [];
    const garbage: { id: string; correlation: string }[] = [];
    for (const entry of entries) {
      const call = this.decode(entry);
      if (call) waiting.push({ id: entry.id, call });
      else garbage.push({ id: entry.id, correlation: '' });
    }
    if (garbage.length > 0) {
      this.logger.warn(
        { service: this.service, entries: garbage.length },
        'Dropped what is not a call, or was not signed with the key of this installation',
      );
      this.finished.push('');
      void this.stream.take(garbage, []).catch(() => undefined);
    }
    if (waiting.length === 0) return;
    this.running += waiting.length;
    // A read may safely run twice, so it starts before the call is taken.
    for (const read of waiting.filter(({ call }) => isRead(call))) void this.runRead(read);
    const writes = waiting.filter(({ call }) => !isRead(call));
    if (writes.length > 0) void this.takeAndRun(writes);
  }

  /** Returns null for an entry that is not a call signed by this installation. */
  private decode({ text, signature }: CallEntry): CallEnvelope | null {
    if (text === undefined) return null;
    if (!this.keys.signer.verify(this.streamName, text, signature)) {
      this.metrics.unsigned('call');
      return null;
    }
    const call = decodeCall(text);
    if (!call?.s) return call;
    try {
      return { ...call, b: this.keys.sealer.open(call.n, call.b, call.s) };
    } catch {
      return null;
    }
  }

  private async runRead({ id, call }: Waiting): Promise<void> {
    this.reads.begin(id, call.i);
    await this.answer(call);
    if (this.reads.end(id)) this.finished.push(call.i);
    this.ended(1);
  }

  private async takeAndRun(writes: Waiting[]): Promise<void> {
    const finished = this.finished;
    this.finished = [];
    try {
      const calls = writes.map(({ id, call }) => ({ id, correlation: call.i }));
      const taken = await this.stream.take(calls, finished);
      writes.forEach(({ call }, at) => void (taken[at] ? this.runWrite(call) : this.ended(1)));
    } catch (error) {
      // Redis may or may not have taken the calls: they do not run here, and their callers time out.
      this.logger.warn({ err: error, calls: writes.length }, 'calls could not be taken');
      this.finished.push(...finished, ...writes.map(({ call }) => call.i));
      this.ended(writes.length);
    }
  }

  private async runWrite(call: CallEnvelope): Promise<void> {
    await this.answer(call);
    this.noteEnd(call);
  }

  private noteEnd(call: CallEnvelope): void {
    this.finished.push(call.i);
    this.ended(1);
  }

  /** Never rejects. */
  private async answer(call: CallEnvelope): Promise<void> {
    // The caller has already given up, so the call is dropped without an answer.
    if (Date.now() >= call.d) return;
    try {
      const value = await this.run(call);
      this.replies.send(call, { i: call.i, v: value });
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.logger.error({ err: error, call: call.n, trace_id: call.t }, 'a call failed');
      } else if (error.status >= 500 && error.cause !== undefined) {
        // Where it began: an answer carries no cause to the caller.
        this.logger.warn({ err: error.cause, codigo: error.codigo, call: call.n, trace_id: call.t }, 'a call failed');
      }
      const sent = error instanceof AppError ? error : new AppError('error_interno');
      this.replies.send(call, { i: call.i, e: sent.toJSON() });
    }
  }

  private ended(count: number): void {
    this.running -= count;
    this.wake();
  }

  private wake(): void {
    for (const waker of this.wakers.splice(0)) waker();
  }

  private async beat(): Promise<void> {
    this.beats += 1;
    try {
      await this.presence.beat(this.service, this.incarnation);
      if (this.finished.length > 0) await this.stream.take([], this.finished.splice(0, 1_000));
      const free = this.concurrency - this.running;
      if (this.beats % CLAIM_EVERY_BEATS === 0 && free > 0 && !this.stopping) {
        this.accept(await this.stream.claimAbandoned(Math.min(free, MOST_PER_READ)));
      }
      if (this.beats % SWEEP_EVERY_BEATS === 0) await this.stream.sweep();
    } catch (error) {
      // The reader's loop recovers from lost state, and the next beat makes up for one missed while Redis is away.
      this.logger.debug({ err: error }, 'a beat was missed');
    }
  }

  private async heal(error: unknown): Promise<void> {
    if (isGroupLost(error)) await this.prepare();
    else await pause(SOON_MS);
  }

  /** Obtains a lease before any call is taken: callers could not detect the death of an instance without a lease. */
  private async prepare(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.presence.beat(this.service, this.incarnation);
        await this.stream.createGroup();
        return;
      } catch (error) {
        this.logger.debug({ err: error }, 'Redis is not there yet');
        await pause(SOON_MS);
      }
    }
  }
}
