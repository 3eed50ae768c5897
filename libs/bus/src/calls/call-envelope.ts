import type { SentError } from '@acequia/contracts';
import type { SealedFields } from '../keys/sealer.js';

/** A call on its way. Short names: every call carries them. */
export interface CallEnvelope {
  /** Correlation id: one per attempt; says whose answer it is. */
  i: string;
  /** Name of the call. */
  n: string;
  /** Caller; checked by whoever receives it. */
  c: unknown;
  /** Trace id. */
  t: string;
  /** Deadline, ms since 1970. */
  d: number;
  /** The request, without its secrets. */
  b: unknown;
  /** Its secrets, sealed; absent when it has none. */
  s?: SealedFields;
}

/** `v` when it went well, `e` otherwise. A message holds an array of them. */
export interface ReplyEnvelope {
  i: string;
  v?: unknown;
  e?: SentError;
}

/** Null for what is not an envelope. */
export const decodeCall = (text: string | undefined): CallEnvelope | null => {
  if (text === undefined) return null;
  try {
    const call = JSON.parse(text) as Partial<CallEnvelope> | null;
    if (typeof call?.i !== 'string' || typeof call.n !== 'string') return null;
    if (typeof call.d !== 'number' || typeof call.t !== 'string') return null;
    return call as CallEnvelope;
  } catch {
    return null;
  }
};
