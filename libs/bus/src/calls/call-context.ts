import type { Caller } from '@acequia/contracts';

/** Metadata of a call, passed to its handler next to the request. */
export interface CallContext {
  caller: Caller;
  trace_id: string;
  /** ms since 1970; the caller gives up at this time. */
  deadline: number;
}
