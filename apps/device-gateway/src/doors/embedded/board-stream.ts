import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { HearingQueue } from './hearing-queue.js';
import { PacketMeter } from './packet-meter.js';
import { addressOf } from './peer-address.js';
import { boundsOf, type TelemetryGate, TelemetryLane } from './telemetry-lane.js';

/** Bytes that one board may pass on at once: some two dozen samples. */
const SAY_BYTES = 2 * 1024;
/** Bytes that wait before the socket is paused and TCP slows the board down. */
const WAITING_BYTES = 16 * 1024;
/** Bytes that are sorted into the lane at once. */
const READ_BYTES = 16 * 1024;
/** A waiting lane checks at least this often whether it may continue, ms. */
const LOOK_MS = 1_000;
/** While the lane is full, not even the board's pings are read: a ping of ours keeps the connection alive, ms. */
const PING_EVERY_MS = 10_000;
const PINGREQ = Buffer.from([0xc0, 0]);

/**
 * The connection of a board as the broker sees it. It adds three rules to the socket:
 *
 * - A packet that breaks a limit ends the connection before the parser keeps a byte of it.
 * - A board passes on a few packets at a time. A socket brings 64 kB at once, which is 750 samples of one board; every other board and
 *   person would wait until all of them are parsed.
 * - Samples past the board's share wait in a lane of their own, which everything else overtakes.
 *
 * The broker asks (`read`) after it has handled everything it was given, so nothing is buffered ahead: the high water mark is 0, and each
 * piece is pushed because the broker asked for it.
 */
export class BoardStream extends Duplex {
  /** Where the board connects from. */
  readonly address: string;
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
    private readonly queue: HearingQueue,
    private readonly onRefused: (reason: string, address: string) => void,
  ) {
    super({ readableHighWaterMark: 0, allowHalfOpen: false });
    this.address = addressOf(socket);
    socket.on('data', (chunk: Buffer) => this.received(chunk));
    socket.once('end', () => this.askToSpeak());
    // After the board's FIN, its last bytes are still read.
    socket.on('error', (error) => socket.readableEnded || this.destroy(error));
    socket.once('close', () => socket.readableEnded || this.destroy());
  }

  /** From now on the board's samples are limited to its share. */
  throttle(gate: TelemetryGate): void {
    this.gate = gate;
  }

  /** Passes the next packets on; answers their size in bytes. */
  speak(): number {
    if (this.destroyed) return 0;
    if (this.hungUpWaiting) {
      this.destroy();
      return 0;
    }
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
      this.onRefused(refusal, this.address);
      return piece.length;
    }
    // The broker makes nothing of half a packet and does not ask for more.
    this.asked = this.meter.packets === before;
    this.push(piece);
    this.askToSpeak();
    return piece.length;
  }

  /** Like {@link speak} while samples wait: one whole packet at a time. */
  private speakInLane(lane: TelemetryLane): number {
    if (this.socket.readableEnded) {
      // The board is gone; what waits was never acknowledged.
      this.push(null);
      return 0;
    }
    if (this.bytes > 0 && !lane.full) {
      const piece = this.next(READ_BYTES) as Buffer;
      const refusal = this.meter.push(piece);
      if (refusal !== null) {
        this.destroy();
        this.onRefused(refusal, this.address);
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
    this.askToSpeak();
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
    this.askToSpeak();
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
    this.askToSpeak();
  }

  private askToSpeak(): void {
    if (!this.asked) return;
    if (this.lane) return this.askToSpeakInLane(this.lane);
    if (this.bytes > 0 || this.socket.readableEnded) this.queue.add(this);
  }

  private askToSpeakInLane(lane: TelemetryLane): void {
    const more = (this.bytes > 0 && !lane.full) || this.socket.readableEnded;
    if (more || lane.hasOthers || this.gate?.wait() === 0) return this.queue.add(this);
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        if (this.asked && !this.destroyed) this.queue.add(this);
      },
      Math.min(this.gate?.wait() ?? 0, LOOK_MS),
    ).unref();
  }

  /** Its CONNECT waited so long that the board gave up: a login now would end the connection that the board has made since. */
  private get hungUpWaiting(): boolean {
    const [first] = this.waiting;
    if (!this.socket.readableEnded || this.meter.packets > 0 || this.meter.rest > 0 || !first) return false;
    return boundsOf(first)?.end === this.bytes;
  }

  /** Bytes that may pass: only the rest of the current packet when the next packets have to wait. */
  private get sayable(): number {
    const { rest } = this.meter;
    return rest > 0 && this.gate && this.gate.wait() > 0 ? Math.min(rest, SAY_BYTES) : SAY_BYTES;
  }

  /** The next bytes; null = the board has sent everything. */
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
