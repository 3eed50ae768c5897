import { AppError, Caller, CALLS, type CallName, type Detail, zodSentence } from '@acequia/contracts';
import type { z } from 'zod';
import type { BusTrace } from '../bus.options.js';
import type { BusMetrics } from '../metrics.js';
import type { CallContext } from './call-context.js';
import type { CallEnvelope } from './call-envelope.js';
import { JsonAnswer } from './json-answer.js';

/** Answers one kind of call, given its validated request. */
export type CallHandler = (request: unknown, context: CallContext) => Promise<unknown>;

/** A JSON answer longer than this is sent as it is: the same statement has written each of its rows. Characters. */
const CHECKED = 64_000;

const detailsOf = (error: z.ZodError): Detail[] =>
  error.issues.map((issue) => ({ campo: issue.path.join('.'), mensaje: issue.message }));

/** Validates a call, runs its handler and cuts the response to the contract. */
export class CallRunner {
  constructor(
    private readonly handlers: ReadonlyMap<CallName, CallHandler>,
    private readonly trace: BusTrace,
    private readonly metrics: BusMetrics,
  ) {}

  async run(call: CallEnvelope): Promise<unknown> {
    const started = performance.now();
    let outcome = 'ok';
    try {
      const answer = (): Promise<unknown> => this.checked(call);
      return await this.trace.run(call.t, () => this.trace.span?.('server', call.n, answer) ?? answer());
    } catch (error) {
      outcome = error instanceof AppError ? error.codigo : 'error_interno';
      throw error;
    } finally {
      // A metric label must not take names from outside: their number is unbounded.
      const name = this.handlers.has(call.n as CallName) ? call.n : 'desconocida';
      this.metrics.handled(name, outcome, (performance.now() - started) / 1_000);
    }
  }

  private async checked(call: CallEnvelope): Promise<unknown> {
    const name = call.n as CallName;
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`no handler for call ${call.n}`);
    const caller = Caller.safeParse(call.c);
    if (!caller.success) throw new AppError('sin_permiso', { cause: caller.error });
    const request = CALLS[name].request.safeParse(call.b, { error: zodSentence });
    if (!request.success) throw new AppError('datos_invalidos', { detalles: detailsOf(request.error) });
    const answer = await handler(request.data, { caller: caller.data, trace_id: call.t, deadline: call.d });
    if (answer instanceof JsonAnswer && answer.text.length > CHECKED) return answer;
    // Parsing cuts off fields that the contract does not name (a secret column, say); a missing field is a bug of the handler.
    return CALLS[name].response.parse(answer instanceof JsonAnswer ? JSON.parse(answer.text) : answer);
  }
}
