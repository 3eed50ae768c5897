import { hkdfSync } from 'node:crypto';

/** 32 bytes for one purpose: HKDF-SHA256 of ACEQUIA_SECRET_KEY, so that no two uses share a key. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'acequia', `acequia/v1/${purpose}`, 32));
