import type { CallContext } from '@acequia/bus';
import { startService } from '@acequia/bus/spec-support';
import { AppError, CALLS, type CallName, type Service } from '@acequia/contracts';
import { example } from './example.fixture.js';

export type Answer = (request: Record<string, unknown>, context: CallContext) => unknown;
export type Answers = Partial<Record<CallName, Answer>>;

export interface StandIn {
  /** What its `salud` answers from now on. */
  healthy: boolean;
  /** Calls received. */
  questions: number;
  close(): Promise<void>;
}

/** A service on the real bus that answers each call with the test's answer, or with an example of the contract. */
export const startStandIn = async (service: Service, redisUrl: string, answers: Answers): Promise<StandIn> => {
  const state = { healthy: true, questions: 0 };
  const { stop } = await startService({
    service,
    volatileUrl: redisUrl,
    health: async () => {
      state.questions += 1;
      if (!state.healthy) throw new AppError('servicio_no_disponible');
    },
    handlers: {
      otherCalls: async (name, request, context) =>
        (answers[name] ?? (() => example(CALLS[name].response, 'output')))(request, context),
    },
  });
  return Object.assign(state, { close: stop });
};
