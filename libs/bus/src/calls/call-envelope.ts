import type { SentError } from '@acequia/contracts';
import type { SealedFields } from '../keys/sealer.js';

/** A call on the wire. Field names are short because every call carries them. */
export interface CallEnvelope {
  /** Correlation id, unique per attempt; matches an answer to its attempt. */
  i: string;
  /** Name of the call. */
  n: string;
  /** Caller; the receiver validates it. */
  c: unknown;
  /** Trace id. */
  t: string;
  /** Deadline, ms since 1970. */
  d: number;
  /** The request, without its secrets. */
  b: unknown;
  /** The request's secret fields, sealed; absent when it has none. */
  s?: SealedFields;
}

/** `v` on success, `e` on failure. A message holds an array of these. */
export interface ReplyEnvelope {
  i: string;
  v?: unknown;
  e?: SentError;
}

/** Returns null when the text is not an envelope. */
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
