import { createHash, timingSafeEqual } from 'node:crypto';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same, in a time that does not depend on where they differ. */
export const sameSecret = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));
