import {
  Bus,
  BusModule,
  type BusOptions,
  BusServer,
  type CallContext,
  HandlesCall,
  HandlesEvent,
  HandlesJob,
  Outbox,
} from '@acequia/bus';
import {
  type CallName,
  type CallRequest,
  type CallResponse,
  callsOf,
  type EventEnvelope,
  eventsFor,
  JOBS,
  noEncontrado,
  type Servicio,
} from '@acequia/contracts';
import { Controller, type INestApplication, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';

export type Calls = { [N in CallName]?: (request: CallRequest<N>, context: CallContext) => Promise<CallResponse<N>> };
type Method = (...args: never[]) => Promise<unknown>;

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A class that handles all that is addressed to a service: what a test gives, and refusals for the rest. */
export const handlersOf = (service: Servicio, calls: Calls, seen: EventEnvelope[]): Type => {
  class StandIn {}
  const add = (key: string, method: Method, decorate: MethodDecorator): void => {
    Object.defineProperty(StandIn.prototype, key, { value: method, writable: true, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(StandIn.prototype, key);
    if (descriptor) decorate(StandIn.prototype, key, descriptor);
  };
  for (const name of callsOf(service).filter((call) => !call.endsWith('.salud')))
    add(name, (calls[name] ?? (() => Promise.reject(noEncontrado()))) as Method, HandlesCall(name) as MethodDecorator);
  for (const name of eventsFor(service))
    add(
      name,
      async (event: EventEnvelope) => {
        seen.push(event);
      },
      HandlesEvent(name) as MethodDecorator,
    );
  for (const [name, job] of Object.entries(JOBS))
    if (job.servicio === service)
      add(name, async () => {}, HandlesJob(name as keyof typeof JOBS) as unknown as MethodDecorator);
  Controller()(StandIn);
  return StandIn;
};

export interface StandIn {
  app: INestApplication;
  bus: Bus;
  outbox: Outbox;
}

export const startStandIn = async (
  service: Servicio,
  redis: Redis,
  handlers: Type,
  dataSource?: DataSource,
): Promise<StandIn> => {
  @Module({
    imports: [
      BusModule.forRootAsync({
        useFactory: (): BusOptions => ({
          service,
          instance: `${service}-de-prueba`,
          durable: redis,
          volatile: redis,
          dataSource,
          trace: { current: () => 'rastro', run: (_id, fn) => fn() },
          logger: silent,
        }),
      }),
    ],
    controllers: [handlers],
  })
  class StandInModule {}
  const app = await NestFactory.create(StandInModule, { logger: false });
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await app.startAllMicroservices();
  return { app, bus: app.get(Bus), outbox: app.get(Outbox) };
};
