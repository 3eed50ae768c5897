import { hkdfSync } from 'node:crypto';
import type { BaseEnv } from '../config/env.js';

/** 32 bytes for one purpose: HKDF-SHA256 of ACEQUIA_SECRET_KEY, so that no two uses share a key. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'acequia', `acequia/v1/${purpose}`, 32));

/** The keys of one purpose that are accepted: the current one first, then the previous one while the installation's key is rotated. */
export const acceptedKeys = (
  env: Pick<BaseEnv, 'ACEQUIA_SECRET_KEY' | 'ACEQUIA_SECRET_KEY_PREVIOUS'>,
  purpose: string,
): [Buffer, ...Buffer[]] => {
  const { ACEQUIA_SECRET_KEY: current, ACEQUIA_SECRET_KEY_PREVIOUS: previous } = env;
  return [deriveKey(current, purpose), ...(previous === undefined ? [] : [deriveKey(previous, purpose)])];
};
