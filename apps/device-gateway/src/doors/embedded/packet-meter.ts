/** Largest MQTT packet a board may send, header included. */
export const PACKET_MAX_BYTES = 256 * 1024;
/** Largest CONNECT: a client id, a number, a password and a small will fit many times. */
export const CONNECT_MAX_BYTES = 16 * 1024;

const CONNECT = 1;
/** A fixed header is one byte of type and at most four of length (MQTT 3.1.1, 2.2.3). */
const LENGTH_BYTES_MAX = 4;

/**
 * Follows the packet borders of a byte stream without storing bytes, so that a packet is refused when its length is announced, not when
 * it has filled the memory.
 */
export class PacketMeter {
  /** Bytes of the current packet's body still to come. */
  private body = 0;
  /** Bytes of the current fixed header seen so far. */
  private header = 0;
  private length = 0;
  private first = true;
  /** Whole packets so far. */
  packets = 0;

  /** Bytes still to come of the current packet; 0 = between two packets. */
  get rest(): number {
    return this.body > 0 ? this.body : this.header > 0 ? 1 : 0;
  }

  /** Why the connection must end, or null. */
  push(chunk: Uint8Array): string | null {
    let at = 0;
    while (at < chunk.length) {
      if (this.body > 0) {
        const skipped = Math.min(this.body, chunk.length - at);
        this.body -= skipped;
        at += skipped;
        if (this.body === 0) this.packets++;
        continue;
      }
      const refusal = this.headerByte(chunk[at++] as number);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  private headerByte(byte: number): string | null {
    if (this.header === 0) {
      if (this.first && byte >> 4 !== CONNECT) return 'first packet is not CONNECT';
      this.header = 1;
      this.length = 0;
      return null;
    }
    if (this.header > LENGTH_BYTES_MAX) return 'malformed packet length';
    this.length += (byte & 0x7f) * 128 ** (this.header - 1);
    this.header++;
    if (byte & 0x80) return null;
    if (this.header + this.length > (this.first ? CONNECT_MAX_BYTES : PACKET_MAX_BYTES)) return 'packet too large';
    this.body = this.length;
    if (this.body === 0) this.packets++;
    this.header = 0;
    this.first = false;
    return null;
  }
}
