import { AppError, type Caller, type CallKind, type CallName, CALLS, type Service } from '@acequia/contracts';
import type { Sealer } from '../keys/sealer.js';
import type { CallEnvelope } from './call-envelope.js';

/** A call that has not been settled yet. */
export class PendingCall {
  readonly answer: Promise<unknown>;
  readonly service: Service;
  readonly kind: CallKind;
  readonly started = Date.now();
  /** Id of the stream entry, once Redis has returned it. */
  entry: string | undefined;
  /** True once the request may be in the stream, confirmed by Redis or not. */
  sent = false;
  /** Number of times the request was sent again. */
  resent = 0;
  settled = false;
  private resolve!: (value: unknown) => void;
  private reject!: (error: AppError) => void;

  constructor(
    readonly name: CallName,
    readonly deadline: number,
    private readonly envelope: Omit<CallEnvelope, 'i'>,
    /** Correlation id of the current attempt; answers to earlier attempts are ignored. */
    public correlation: string,
    private readonly onSettled: () => void,
  ) {
    this.service = CALLS[name].servicio;
    this.kind = CALLS[name].kind;
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** The caller wants the answer's JSON unread. */
  get asText(): boolean {
    return this.envelope.x === 1;
  }

  get json(): string {
    return JSON.stringify({ i: this.correlation, ...this.envelope } satisfies CallEnvelope);
  }

  succeed(value: unknown): void {
    if (this.settle()) this.resolve(value);
  }

  fail(error: AppError): void {
    if (this.settle()) this.reject(error);
  }

  /** Returns false when the call was already settled. */
  private settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    this.onSettled();
    return true;
  }

  /** For a call that certainly did not run, or may safely run twice. */
  failUnavailable(why: string): void {
    this.fail(new AppError('servicio_no_disponible', { cause: new Error(`${this.name}: ${why}`) }));
  }

  /** For a call that was or may have been taken: only a read certainly changed nothing. */
  failLost(why: string): void {
    if (this.kind === 'read') return this.failUnavailable(why);
    this.fail(new AppError('resultado_desconocido', { cause: new Error(`${this.name}: ${why}`) }));
  }
}

export interface Asked {
  input: unknown;
  caller: Caller;
  trace: string;
  /** The answer is wanted as JSON, unread. */
  asText: boolean;
}

export const envelopeOf = (
  sealer: Sealer,
  name: CallName,
  { input, caller, trace, asText }: Asked,
  deadline: number,
): Omit<CallEnvelope, 'i'> => {
  const { request, sealed } = sealer.seal(name, input);
  return {
    n: name,
    c: caller,
    t: trace,
    d: deadline,
    b: request,
    ...(sealed && { s: sealed }),
    ...(asText && { x: 1 }),
  };
};
