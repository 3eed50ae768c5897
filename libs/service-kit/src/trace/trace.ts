import { randomBytes } from 'node:crypto';
import { currentTrace } from './current-trace.js';
import { inSpan } from './spans.js';

/** Trace id shared by all work done for one request, across services. */
export interface Trace {
  /** Trace id of the current work; '' outside of any. */
  current(): string;
  /** Runs `fn` and everything it awaits under the trace id `id`. */
  run<T>(id: string, fn: () => T): T;
  /** Runs `fn` in a span of the current trace, when traces are sent. */
  span<T>(kind: 'server' | 'client', name: string, fn: () => Promise<T>): Promise<T>;
}

const none = () => ({});

/** A class, so that one name is both the injection token and the value: `TRACE.current()`, `inject: [TRACE]`. */
class AcequiaTrace {
  static current(): string {
    return currentTrace.getStore() ?? '';
  }

  static run<T>(id: string, fn: () => T): T {
    return currentTrace.run(id, fn);
  }

  static span<T>(kind: 'server' | 'client', name: string, fn: () => Promise<T>): Promise<T> {
    return inSpan(kind, name, none, fn);
  }
}
export const TRACE: Trace & (abstract new () => object) = AcequiaTrace;

export const newTraceId = (): string => randomBytes(8).toString('hex');

/** Returns a trace id received from outside, or a new one when it is absent or has characters that could break a log line. */
export const traceIdFrom = (value: unknown): string =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : newTraceId();
