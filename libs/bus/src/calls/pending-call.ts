import { AppError, type Caller, type CallKind, type CallName, CALLS, type Service } from '@acequia/contracts';
import type { Sealer } from '../keys/sealer.js';
import type { CallEnvelope } from './call-envelope.js';

/** A call whose caller still waits. */
export class PendingCall {
  readonly answer: Promise<unknown>;
  readonly service: Service;
  readonly kind: CallKind;
  readonly started = Date.now();
  /** Id of the stream entry, once Redis has said it. */
  entry: string | undefined;
  /** True once it may be in the stream, whether or not Redis has said so. */
  sent = false;
  /** How often it was put into the stream again. */
  resent = 0;
  settled = false;
  private resolve!: (value: unknown) => void;
  private reject!: (error: AppError) => void;

  constructor(
    readonly name: CallName,
    readonly deadline: number,
    private readonly envelope: Omit<CallEnvelope, 'i'>,
    /** Of the attempt under way: an answer to an earlier one is late. */
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

  get json(): string {
    return JSON.stringify({ i: this.correlation, ...this.envelope } satisfies CallEnvelope);
  }

  succeed(value: unknown): void {
    if (this.settle()) this.resolve(value);
  }

  fail(error: AppError): void {
    if (this.settle()) this.reject(error);
  }

  /** False when it was settled before. */
  private settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    this.onSettled();
    return true;
  }

  /** It certainly did not run, or running twice does no harm. */
  failUnavailable(why: string): void {
    this.fail(new AppError('servicio_no_disponible', { cause: new Error(`${this.name}: ${why}`) }));
  }

  /** It was taken, or may have been: only of a read can be said that nothing happened. */
  failLost(why: string): void {
    if (this.kind === 'read') return this.failUnavailable(why);
    this.fail(new AppError('resultado_desconocido', { cause: new Error(`${this.name}: ${why}`) }));
  }
}

export const envelopeOf = (
  sealer: Sealer,
  name: CallName,
  input: unknown,
  caller: Caller,
  trace: string,
  deadline: number,
): Omit<CallEnvelope, 'i'> => {
  const { request, sealed } = sealer.seal(name, input);
  return { n: name, c: caller, t: trace, d: deadline, b: request, ...(sealed && { s: sealed }) };
};
