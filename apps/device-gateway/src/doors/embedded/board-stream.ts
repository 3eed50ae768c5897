import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { HearingTurns } from './hearing-turns.js';
import { PacketMeter } from './packet-meter.js';
import { type TelemetryGate, TelemetryLane } from './telemetry-lane.js';

/** What one board may say at a turn: some two dozen samples. */
const SAY_BYTES = 2 * 1024;
/** Bytes that wait for their turn before the socket is left unread, and TCP holds the board back. */
const WAITING_BYTES = 16 * 1024;
/** What is sorted into the lane at a turn. */
const READ_BYTES = 16 * 1024;
/** A lane that waits looks this often whether it may go on, at the latest, ms. */
const LOOK_MS = 1_000;
/** While the lane is full nothing is read, its pings neither: one of ours keeps the connection, ms. */
const PING_EVERY_MS = 10_000;
const PINGREQ = Buffer.from([0xc0, 0]);

/**
 * The connection of a board as the broker sees it. Three rules are added to the socket's own:
 *
 * - A packet that breaks a limit ends the connection before the parser keeps a byte of it.
 * - A board is heard when its turn comes, and then a few packets long. A socket brings 64 kB at once, which is 750 samples
 *   of one board; nobody else, board or person, would be served until they are all understood.
 *
 * - Samples past the board's share wait in a lane of their own, which everything else passes.
 *
 * The broker asks (`read`) once everything that it was given is dealt with, so nothing is held ready beforehand: the high water
 * mark is 0, and each piece is pushed because it was asked for.
 */
export class BoardStream extends Duplex {
  private readonly waiting: Buffer[] = [];
  private bytes = 0;
  private asked = false;
  private readonly meter = new PacketMeter();
  private gate: TelemetryGate | undefined;
  /** While samples wait for their share. */
  private lane: TelemetryLane | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pingedAt = 0;

  constructor(
    readonly socket: Socket,
    private readonly turns: HearingTurns,
    private readonly onRefused: (reason: string) => void,
  ) {
    super({ readableHighWaterMark: 0, allowHalfOpen: false });
    socket.on('data', (chunk: Buffer) => this.received(chunk));
    socket.once('end', () => this.wantTurn());
    // One that said goodbye is heard out first.
    socket.on('error', (error) => socket.readableEnded || this.destroy(error));
    socket.once('close', () => socket.readableEnded || this.destroy());
  }

  /** From now on its samples have a share. */
  throttle(gate: TelemetryGate): void {
    this.gate = gate;
  }

  /** Its turn: hands on the next packets, and answers how many bytes they were. */
  speak(): number {
    if (this.destroyed) return 0;
    if (!this.lane && this.meter.rest === 0 && this.gate && this.gate.wait() > 0)
      this.lane = new TelemetryLane(this.gate);
    if (this.lane) return this.speakInLane(this.lane);
    const piece = this.next();
    if (piece === null) {
      this.push(null);
      return 0;
    }
    const before = this.meter.packets;
    const refusal = this.meter.push(piece);
    if (refusal !== null) {
      this.destroy();
      this.onRefused(refusal);
      return piece.length;
    }
    // Of half a packet the broker makes nothing, and asks for nothing either.
    this.asked = this.meter.packets === before;
    this.push(piece);
    this.wantTurn();
    return piece.length;
  }

  /** The same while samples wait: whole packets, one at a turn. */
  private speakInLane(lane: TelemetryLane): number {
    if (this.socket.readableEnded) {
      // It is gone: what waits was never acknowledged.
      this.push(null);
      return 0;
    }
    if (this.bytes > 0 && !lane.full) {
      const piece = this.next(READ_BYTES) as Buffer;
      const refusal = this.meter.push(piece);
      if (refusal !== null) {
        this.destroy();
        this.onRefused(refusal);
        return piece.length;
      }
      lane.add(piece);
    }
    const packet = lane.next() ?? this.keepAlive(lane);
    if (packet) {
      this.asked = false;
      this.push(packet);
    } else {
      const rest = lane.drain();
      if (rest) {
        this.lane = undefined;
        if (rest.length > 0) this.push(rest);
      }
    }
    this.wantTurn();
    return packet?.length ?? 0;
  }

  private keepAlive(lane: TelemetryLane): Buffer | null {
    const now = Date.now();
    if (!lane.full || now - this.pingedAt < PING_EVERY_MS) return null;
    this.pingedAt = now;
    return PINGREQ;
  }

  override _read(): void {
    this.asked = true;
    this.wantTurn();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.socket.writable || this.socket.write(chunk)) done();
    else this.socket.once('drain', done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done);
  }

  override _final(done: () => void): void {
    this.socket.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.asked = false;
    clearTimeout(this.timer);
    this.lane?.clear();
    this.waiting.length = 0;
    this.socket.destroy();
    done(error);
  }

  private received(chunk: Buffer): void {
    this.waiting.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= WAITING_BYTES) this.socket.pause();
    this.wantTurn();
  }

  private wantTurn(): void {
    if (!this.asked) return;
    if (this.lane) return this.wantTurnInLane(this.lane);
    if (this.bytes > 0 || this.socket.readableEnded) this.turns.add(this);
  }

  private wantTurnInLane(lane: TelemetryLane): void {
    const more = (this.bytes > 0 && !lane.full) || this.socket.readableEnded;
    if (more || lane.hasOthers || this.gate?.wait() === 0) return this.turns.add(this);
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        if (this.asked && !this.destroyed) this.turns.add(this);
      },
      Math.min(this.gate?.wait() ?? 0, LOOK_MS),
    ).unref();
  }

  /** Up to the end of the packet that has begun, when the ones after it have to wait. */
  private get sayable(): number {
    const { rest } = this.meter;
    return rest > 0 && this.gate && this.gate.wait() > 0 ? Math.min(rest, SAY_BYTES) : SAY_BYTES;
  }

  /** The next bytes; null = the board has said everything. */
  private next(most = this.sayable): Buffer | null {
    const [first] = this.waiting;
    if (first === undefined) return null;
    const piece = first.length <= most ? first : first.subarray(0, most);
    if (piece === first) this.waiting.shift();
    else this.waiting[0] = first.subarray(most);
    this.bytes -= piece.length;
    if (this.bytes === 0) this.socket.resume();
    return piece;
  }
}
