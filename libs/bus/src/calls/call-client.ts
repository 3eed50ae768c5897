import { AppError, CALLS, type CallName } from '@acequia/contracts';
import type { BusMetrics } from '../metrics.js';
import type { BusKeys } from '../keys/bus-keys.js';
import { type BusConnections, wasNotSent, wasRefused } from '../redis/connections.js';
import { atMost, pause } from '../redis/pause.js';
import { decodeTextReply, type ReplyEnvelope } from './call-envelope.js';
import { CALL_FIELD, callKeys, correlationOf, replyChannel, SIGNATURE_FIELD, STREAM_LIMIT } from './call-keys.js';
import { CallWatch, GRACE_MS } from './call-watch.js';
import { type Asked, envelopeOf, PendingCall } from './pending-call.js';

const MOST_RESENDS = 1;
const SEND_AGAIN_MS = 50;
const WITHDRAW_MS = 300;

/** Sends calls, matches their answers, and fails a call whose answer can no longer come. */
export class CallClient {
  private readonly pending = new Map<string, PendingCall>();
  private readonly watch: CallWatch;
  private listening: Promise<void> | undefined;
  private heard = false;
  private attempts = 0;

  constructor(
    private readonly connections: BusConnections,
    private readonly keys: BusKeys,
    private readonly metrics: BusMetrics,
  ) {
    this.watch = new CallWatch(connections.volatile, this.pending, {
      lost: (call) => this.lost(call, 'its instance died'),
      withdraw: (call) => this.withdraw(call, 'no instance is alive'),
    });
    // After a Redis outage a pending request or its answer may be lost, so reads are sent again.
    connections.volatile.on('ready', () => {
      for (const call of [...this.pending.values()]) if (call.kind === 'read' && call.sent) this.resend(call);
    });
  }

  /** @throws AppError (as a rejection). */
  call(name: CallName, asked: Asked, timeout_ms: number): Promise<unknown> {
    const { servicio } = CALLS[name];
    if (!this.watch.missed(servicio)) return this.start(name, asked, timeout_ms);
    return this.watch.isAbsent(servicio).then((absent) => {
      if (!absent) return this.start(name, asked, timeout_ms);
      throw new AppError('servicio_no_disponible', { cause: new Error(`${name}: no instance is alive`) });
    });
  }

  /** Fails every pending call; for shutdown. */
  close(): void {
    this.watch.stop();
    for (const call of [...this.pending.values()]) call.failLost('this process is stopping');
  }

  private start(name: CallName, asked: Asked, timeout_ms: number): Promise<unknown> {
    const deadline = Date.now() + timeout_ms;
    const envelope = envelopeOf(this.keys.sealer, name, asked, deadline);
    const timer = setTimeout(() => void this.expire(call), timeout_ms);
    const call = new PendingCall(name, deadline, envelope, this.nextCorrelation(), () => {
      clearTimeout(timer);
      this.pending.delete(call.correlation);
    });
    this.pending.set(call.correlation, call);
    this.watch.wake();
    if (this.heard) void this.send(call);
    else void this.listen().then(() => this.send(call));
    return call.answer;
  }

  /** Subscribes to the reply channel before the first call is sent. */
  private listen(): Promise<void> {
    const channel = replyChannel(this.connections.incarnation);
    this.listening ??= this.connections.pubSub
      .subscribe(channel, (message) => this.receive(message))
      .then(() => void (this.heard = true));
    return this.listening;
  }

  private nextCorrelation(): string {
    this.attempts += 1;
    return correlationOf(this.connections.incarnation, this.attempts);
  }

  private async send(call: PendingCall): Promise<void> {
    const { correlation } = call;
    const { stream } = callKeys(call.service);
    // Stops when the call is settled or a later attempt (new correlation id) has taken over.
    while (!call.settled && call.correlation === correlation) {
      try {
        call.sent = true;
        const { json } = call;
        const entry = await this.connections.volatile.xadd(
          stream,
          'MAXLEN',
          '~',
          STREAM_LIMIT,
          '*',
          CALL_FIELD,
          json,
          SIGNATURE_FIELD,
          this.keys.signer.sign(stream, json),
        );
        if (call.correlation === correlation) call.entry = entry ?? undefined;
        return;
      } catch (error) {
        if (wasRefused(error)) return call.failUnavailable((error as Error).message);
        // The connection broke during the command, so the request may be in the stream. A write waits for its answer or its deadline.
        if (!wasNotSent(error)) return call.kind === 'read' ? this.resend(call) : undefined;
        call.sent = call.resent > 0;
        if (Date.now() - call.started >= GRACE_MS) return call.failUnavailable('Redis does not answer');
        await pause(SEND_AGAIN_MS);
      }
    }
  }

  /** Sends a read again, at most once, when its answer will not come. */
  private resend(call: PendingCall): void {
    if (call.settled) return;
    if (call.resent >= MOST_RESENDS) return;
    this.pending.delete(call.correlation);
    call.resent += 1;
    call.entry = undefined;
    call.correlation = this.nextCorrelation();
    this.pending.set(call.correlation, call);
    void this.send(call);
  }

  private lost(call: PendingCall, why: string): void {
    if (call.settled) return;
    if (call.kind === 'read' && call.resent < MOST_RESENDS) this.resend(call);
    else call.failLost(why);
  }

  /** Removes a call that no instance has taken. Resolves true on success: the call has not run and never will. */
  private async withdraw(call: PendingCall, why: string): Promise<boolean> {
    const { entry } = call;
    if (call.settled || entry === undefined) return false;
    const { stream } = callKeys(call.service);
    const deleting = this.connections.volatile.xdel(stream, entry).catch(() => 0);
    const deleted = await atMost(deleting, WITHDRAW_MS, 0);
    if (deleted === 0 || call.settled) return false;
    call.failUnavailable(why);
    return true;
  }

  private async expire(call: PendingCall): Promise<void> {
    if (!call.sent) return call.failUnavailable('Redis does not answer');
    if (await this.withdraw(call, 'nobody took it before its deadline')) return;
    if (!call.settled) call.failLost('its deadline passed');
  }

  private receive(message: string): void {
    const text = decodeTextReply(message);
    if (text) return this.receiveText(text);
    for (const reply of JSON.parse(message) as ReplyEnvelope[]) {
      const call = this.pending.get(reply.i);
      if (!call) this.metrics.lateReply();
      else if (reply.e) call.fail(AppError.fromJSON(reply.e));
      else call.succeed(call.asText ? JSON.stringify(reply.v) : reply.v);
    }
  }

  private receiveText({ i, json }: { i: string; json: string }): void {
    const call = this.pending.get(i);
    if (call) call.succeed(json);
    else this.metrics.lateReply();
  }
}
