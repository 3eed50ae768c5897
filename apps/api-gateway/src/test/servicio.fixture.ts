import { BusModule, BusServer, HandlesCall, HandlesEvent, HandlesJob, type CallContext } from '@acequia/bus';
import {
  AppError,
  CALLS,
  type CallName,
  callsOf,
  eventsFor,
  JOBS,
  type JobName,
  type Servicio,
} from '@acequia/contracts';
import { createLogger, TRACE } from '@acequia/service-kit';
import { Controller, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { ejemplo } from './ejemplo.fixture.js';

export type Respuesta = (request: Record<string, unknown>, context: CallContext) => unknown;
export type Respuestas = Partial<Record<CallName, Respuesta>>;

/** Adds a method to the class as if it had been written there with its decorator. */
const addMethod = (
  target: { prototype: object },
  key: string,
  method: (...args: never[]) => Promise<unknown>,
  decorate: (prototype: object, key: string, descriptor: PropertyDescriptor) => void,
): void => {
  Object.defineProperty(target.prototype, key, { value: method, configurable: true, writable: true });
  decorate(target.prototype, key, Object.getOwnPropertyDescriptor(target.prototype, key) as PropertyDescriptor);
};

/** Answers every call of a service with what the test says, or with an example of the contract. */
const standInController = (servicio: Servicio, respuestas: Respuestas): new () => object => {
  class StandIn {}
  for (const name of callsOf(servicio)) {
    if (name.endsWith('.salud')) continue;
    const answer = async (request: Record<string, unknown>, context: CallContext): Promise<unknown> =>
      (respuestas[name] ?? (() => ejemplo(CALLS[name].response, 'output')))(request, context);
    addMethod(StandIn, `call_${name}`, answer, HandlesCall(name) as never);
  }
  for (const name of eventsFor(servicio)) {
    addMethod(StandIn, `event_${name}`, () => Promise.resolve(), HandlesEvent(name) as never);
  }
  for (const name of Object.keys(JOBS) as JobName[]) {
    if (JOBS[name].servicio !== servicio) continue;
    addMethod(StandIn, `job_${name}`, () => Promise.resolve(), HandlesJob(name) as never);
  }
  Controller()(StandIn);
  return StandIn;
};

export interface StandIn {
  /** What its `salud` says from now on. */
  sano: boolean;
  /** How often it was asked. */
  preguntas: number;
  close(): Promise<void>;
}

/** A service on the real bus whose answers the test decides. */
export const startStandIn = async (servicio: Servicio, redisUrl: string, respuestas: Respuestas): Promise<StandIn> => {
  const connections = [0, 1].map(() => new Redis(redisUrl, { maxRetriesPerRequest: null }));
  const [durable, volatile] = connections as [Redis, Redis];
  for (const redis of connections) redis.on('error', () => undefined);
  const logger = createLogger({ service: servicio, instance: 'prueba', level: 'silent' });
  const state = { sano: true, preguntas: 0 };
  const health = async (): Promise<void> => {
    state.preguntas += 1;
    if (!state.sano) throw new AppError('servicio_no_disponible');
  };

  @Module({
    imports: [
      BusModule.forRootAsync({
        useFactory: () => ({ service: servicio, instance: 'prueba', durable, volatile, trace: TRACE, logger, health }),
      }),
    ],
    controllers: [standInController(servicio, respuestas)],
  })
  class StandInModule {}

  const app: INestApplication = await NestFactory.create(StandInModule, { logger: false });
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await app.startAllMicroservices();
  await app.init();
  return Object.assign(state, {
    close: async () => {
      await app.close();
      for (const redis of connections) redis.disconnect();
    },
  });
};
