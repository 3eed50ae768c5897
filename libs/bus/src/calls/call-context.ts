import type { Caller } from '@acequia/contracts';

/** What a handler knows of a call beside its request. */
export interface CallContext {
  caller: Caller;
  trace_id: string;
  /** ms since 1970: the caller has given up by then. */
  deadline: number;
}
