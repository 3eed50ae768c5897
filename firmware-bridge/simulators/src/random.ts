/** Repeatable randomness: the same seed gives the same farm on every start. */

/** 32-bit hash of integers (murmur3's finaliser over each). */
export const merge = (...values: number[]): number => {
  let hash = 0x9e3779b9;
  for (const value of values) {
    // Times in ms do not fit 32 bits, so both halves are hashed.
    for (const half of [value >>> 0, Math.floor(value / 2 ** 32) >>> 0]) {
      hash = Math.imul(hash ^ half, 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
  }
  return hash >>> 0;
};

/** {@link merge} as a number from 0 (included) to 1 (excluded). */
export const random = (...values: number[]): number => merge(...values) / 2 ** 32;

/** A smooth curve through one random value per `step`, from −1 to 1. */
export const ripple = (seed: number, at: number, step: number): number => {
  const position = at / step;
  const left = Math.floor(position);
  const part = position - left;
  const smooth = part * part * (3 - 2 * part);
  const value = (knot: number): number => random(seed, knot) * 2 - 1;
  return value(left) + (value(left + 1) - value(left)) * smooth;
};
