import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { HearingTurns } from './hearing-turns.js';
import { PacketMeter } from './packet-meter.js';

/** What one board may say at a turn: some two dozen samples. */
const SAY_BYTES = 2 * 1024;
/** Bytes that wait for their turn before the socket is left unread, and TCP holds the board back. */
const WAITING_BYTES = 16 * 1024;

/**
 * The connection of a board as the broker sees it. Two rules are added to the socket's own:
 *
 * - A packet that breaks a limit ends the connection before the parser keeps a byte of it.
 * - A board is heard when its turn comes, and then a few packets long. A socket brings 64 kB at once, which is 750 samples
 *   of one board; nobody else, board or person, would be served until they are all understood.
 *
 * The broker asks (`read`) once everything that it was given is dealt with, so nothing is held ready beforehand: the high water
 * mark is 0, and each piece is pushed because it was asked for.
 */
export class BoardStream extends Duplex {
  private readonly waiting: Buffer[] = [];
  private bytes = 0;
  private asked = false;
  private readonly meter = new PacketMeter();

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

  /** Its turn: hands on the next packets, and answers how many bytes they were. */
  speak(): number {
    if (this.destroyed) return 0;
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
    if (this.asked && (this.bytes > 0 || this.socket.readableEnded)) this.turns.add(this);
  }

  /** The next bytes; null = the board has said everything. */
  private next(): Buffer | null {
    const [first] = this.waiting;
    if (first === undefined) return null;
    const piece = first.length <= SAY_BYTES ? first : first.subarray(0, SAY_BYTES);
    if (piece === first) this.waiting.shift();
    else this.waiting[0] = first.subarray(SAY_BYTES);
    this.bytes -= piece.length;
    if (this.bytes === 0) this.socket.resume();
    return piece;
  }
}
