/** Whether the whole suite was asked for (`npm run security`) rather than its short form within `npm test`. */
export const WHOLE = process.env['SECURITY_WHOLE'] === '1';
/** The same seed gives the same run. */
export const SEED = Number(process.env['SECURITY_SEED'] ?? 20_261_122);

/** mulberry32: short, and the same on every platform. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to choose from');
    return list[this.below(list.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}
