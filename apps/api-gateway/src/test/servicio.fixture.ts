import type { CallContext } from '@acequia/bus';
import { startService } from '@acequia/bus/spec-support';
import { AppError, CALLS, type CallName, type Servicio } from '@acequia/contracts';
import { ejemplo } from './ejemplo.fixture.js';

export type Respuesta = (request: Record<string, unknown>, context: CallContext) => unknown;
export type Respuestas = Partial<Record<CallName, Respuesta>>;

export interface StandIn {
  /** What its `salud` says from now on. */
  sano: boolean;
  /** How often it was asked. */
  preguntas: number;
  close(): Promise<void>;
}

/** A service on the real bus that answers every call with what the test says, or with an example of the contract. */
export const startStandIn = async (service: Servicio, redisUrl: string, respuestas: Respuestas): Promise<StandIn> => {
  const state = { sano: true, preguntas: 0 };
  const { stop } = await startService({
    service,
    volatileUrl: redisUrl,
    health: async () => {
      state.preguntas += 1;
      if (!state.sano) throw new AppError('servicio_no_disponible');
    },
    handlers: {
      otherCalls: async (name, request, context) =>
        (respuestas[name] ?? (() => ejemplo(CALLS[name].response, 'output')))(request, context),
    },
  });
  return Object.assign(state, { close: stop });
};
