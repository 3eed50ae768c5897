/** Limits a board that has sent more than its share: its samples wait, its other messages do not. */
export interface TelemetryGate {
  /** Topic of the samples; null = every message counts as a sample, and messages keep their order. */
  topic: Buffer | null;
  /** ms until the next samples may pass; 0 = now. */
  wait(): number;
}

/** Most bytes that wait, for one board and for all boards; past that the socket is paused. */
const LANE_BYTES = 4 * 1024 * 1024;
const ALL_LANES_BYTES = 128 * 1024 * 1024;

const PUBLISH = 3;
const DISCONNECT = 14;
const DUP = 0x08;

/** Bytes of all lanes of this process. */
let allBytes = 0;

/** Where the first packet's body begins and where it ends; null = not known yet. */
export const boundsOf = (bytes: Buffer): { body: number; end: number } | null => {
  let length = 0;
  for (let at = 1; at <= 4; at++) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 128 ** (at - 1);
    if (!(byte & 0x80)) return { body: at + 1, end: at + 1 + length };
  }
  // The meter has already refused longer headers.
  return null;
};

/** Holds a board's waiting samples; answers, pings and acknowledgements overtake them. */
export class TelemetryLane {
  private partial: Buffer = Buffer.alloc(0);
  private readonly samples: Buffer[] = [];
  private readonly others: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly gate: TelemetryGate) {}

  get empty(): boolean {
    return this.bytes === 0;
  }

  get hasOthers(): boolean {
    return this.others.length > 0;
  }

  get full(): boolean {
    return this.bytes > LANE_BYTES || allBytes > ALL_LANES_BYTES;
  }

  /** Adds bytes that the meter has accepted. */
  add(chunk: Buffer): void {
    this.count(chunk.length);
    let rest = this.partial.length === 0 ? chunk : Buffer.concat([this.partial, chunk]);
    for (let bounds = boundsOf(rest); bounds && bounds.end <= rest.length; bounds = boundsOf(rest)) {
      this.sort(rest.subarray(0, bounds.end), bounds.body);
      rest = rest.subarray(bounds.end);
    }
    this.partial = rest;
  }

  /** The next whole packet that may pass now. */
  next(): Buffer | null {
    const packet = this.others.shift() ?? (this.gate.wait() === 0 ? this.samples.shift() : undefined);
    if (!packet) return null;
    this.count(-packet.length);
    return packet;
  }

  /** The start of an incomplete packet when nothing else waits; its rest may then pass as it arrives. */
  drain(): Buffer | null {
    if (this.samples.length + this.others.length > 0 || this.gate.wait() > 0) return null;
    const { partial } = this;
    this.partial = Buffer.alloc(0);
    this.count(-partial.length);
    return partial;
  }

  clear(): void {
    this.count(-this.bytes);
    this.samples.length = this.others.length = 0;
    this.partial = Buffer.alloc(0);
  }

  private sort(packet: Buffer, body: number): void {
    const first = packet[0] ?? 0;
    const type = first >> 4;
    const waits = type === PUBLISH ? this.isSamples(packet, body) : type === DISCONNECT;
    if (!waits) this.others.push(packet);
    else if (first & DUP && this.samples.some((one) => this.same(one, packet))) this.count(-packet.length);
    else this.samples.push(packet);
  }

  private isSamples(packet: Buffer, body: number): boolean {
    const { topic } = this.gate;
    if (topic === null) return true;
    const length = packet.readUInt16BE(body);
    return length === topic.length && packet.subarray(body + 2, body + 2 + length).equals(topic);
  }

  /** The board repeats the message because its acknowledgement is late. */
  private same(one: Buffer, again: Buffer): boolean {
    return one.length === again.length && one.subarray(1).equals(again.subarray(1));
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    allBytes += bytes;
  }
}
