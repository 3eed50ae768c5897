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
  /** 1 = the caller passes the answer on unread: it comes as {@link textReply}. A service that does not know the field sends an array. */
  x?: 1;
}

/** `v` on success, `e` on failure. A message holds an array of these, or one answer as {@link textReply}. */
export interface ReplyEnvelope {
  i: string;
  v?: unknown;
  e?: SentError;
}

/** An answer that is passed on without parsing: the correlation id, a line feed, the JSON. */
export const textReply = (correlation: string, json: string): string => `${correlation}\n${json}`;

/** Returns null for an array of replies. */
export const decodeTextReply = (message: string): { i: string; json: string } | null => {
  if (message.startsWith('[')) return null;
  const end = message.indexOf('\n');
  return { i: message.slice(0, end), json: message.slice(end + 1) };
};

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
