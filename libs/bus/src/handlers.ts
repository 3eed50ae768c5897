import 'reflect-metadata';
import type {
  CallName,
  CallRequest,
  CallResponse,
  EventEnvelope,
  EventName,
  JobData,
  JobName,
} from '@acequia/contracts';
import { applyDecorators, Catch, type ExceptionFilter, UseFilters } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';
import { throwError, type Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';
import type { CallContext } from './calls/call-context.js';
import type { JsonAnswer } from './calls/json-answer.js';

/** With this transport id Nest passes bus handlers to BusServer only. */
export const BUS_TRANSPORT = Symbol('acequia-bus');

export type HandlerKind = 'call' | 'event' | 'job';
/** Pattern under which Nest hands a handler to BusServer. */
export const patternOf = (kind: HandlerKind, name: string): string => `${kind}:${name}`;

// Nest's own filter would turn every error into "Internal server error": the bus needs the error itself.
@Catch()
class PassErrors implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

type Handler<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;
type HandlerDecorator<Args extends unknown[], Result> = <T extends Handler<Args, Result>>(
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

const handles =
  <Args extends unknown[], Result>(kind: HandlerKind, name: string): HandlerDecorator<Args, Result> =>
  (target, key, descriptor) => {
    // With no parameter described, Nest passes what BusServer passes, both arguments, and skips its pipes.
    Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, target.constructor, key);
    applyDecorators(MessagePattern(patternOf(kind, name), BUS_TRANSPORT), UseFilters(PassErrors))(
      target,
      key,
      descriptor,
    );
  };

/**
 * Marks the method of an `@Controller()` class that answers a call. The request is validated and the response cut to the
 * contract. An AppError reaches the caller unchanged, any other error as `error_interno`.
 */
export const HandlesCall = <N extends CallName>(
  name: N,
): HandlerDecorator<[request: CallRequest<N>, context: CallContext], CallResponse<N> | JsonAnswer<CallResponse<N>>> =>
  handles('call', name);

/**
 * Marks the method of an `@Controller()` class that handles an event. The method runs in a transaction (`tx`) of the service's
 * DataSource, and only for a rev above the entity's stored rev; without a DataSource `tx` is undefined and it may run twice.
 */
export const HandlesEvent = <N extends EventName>(
  name: N,
): HandlerDecorator<[event: EventEnvelope<N>, tx: EntityManager], void> => handles('event', name);

/** Marks the method of an `@Controller()` class that runs a job. A job may run twice, so the method must be idempotent. */
export const HandlesJob = <N extends JobName>(name: N): HandlerDecorator<[data: JobData<N>], void> =>
  handles('job', name);
