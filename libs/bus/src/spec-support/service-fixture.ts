import {
  type CallName,
  type CallRequest,
  type CallResponse,
  callsOf,
  type EventData,
  type EventEnvelope,
  type EventName,
  eventsFor,
  type JobData,
  type JobName,
  type Service,
} from '@acequia/contracts';
import { Controller, type INestApplication, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import {
  Bus,
  type BusLogger,
  BusModule,
  type BusOptions,
  BusServer,
  type CallContext,
  JobQueues,
  LiveBus,
  Outbox,
  type RedisClient,
} from '../index.js';
import { jobsOf, saludOf } from '../completeness.js';
import { busTables } from '../events/bus-tables.js';
import { schemaOf } from '../events/event-keys.js';
import { HandlesCall, HandlesEvent, HandlesJob } from '../handlers.js';

export interface FixtureHandlers {
  calls?: { [N in CallName]?: (request: CallRequest<N>, context: CallContext) => Promise<CallResponse<N>> };
  /** Answers every call that `calls` does not name. When absent, such a call fails. */
  otherCalls?: (name: CallName, request: Record<string, unknown>, context: CallContext) => Promise<unknown>;
  events?: { [N in EventName]?: (event: EventEnvelope<N>, tx: EntityManager) => Promise<void> };
  /** Receives every event that `events` does not name. */
  otherEvents?: (event: EventEnvelope) => void;
  jobs?: { [N in JobName]?: (data: JobData<N>) => Promise<void> };
}

type Method = (first: never, second: never) => Promise<unknown>;

/** A controller class with these methods; `decorate` marks each with the name it handles. */
export const controllerOf = (methods: [key: string, method: Method, decorate: MethodDecorator][]): Type => {
  class Fixture {}
  for (const [key, method, decorate] of methods) {
    Object.defineProperty(Fixture.prototype, key, { value: method, writable: true, configurable: true });
    decorate(Fixture.prototype, key, Object.getOwnPropertyDescriptor(Fixture.prototype, key)!);
  }
  Controller()(Fixture);
  return Fixture;
};

const unused = (name: CallName): Promise<never> => Promise.reject(new Error(`${name} is not part of this test`));

/** A controller that handles everything addressed to the service, one function per name because Nest stores the name on it. */
export const completeController = (service: Service, handlers: FixtureHandlers = {}): Type => {
  const { otherCalls = unused, otherEvents = () => {} } = handlers;
  return controllerOf([
    ...callsOf(service)
      .filter((name) => name !== saludOf(service))
      .map((name): [string, Method, MethodDecorator] => [
        `call ${name}`,
        (handlers.calls?.[name] ??
          ((request: Record<string, unknown>, context: CallContext) => otherCalls(name, request, context))) as Method,
        HandlesCall(name) as MethodDecorator,
      ]),
    ...eventsFor(service).map((name): [string, Method, MethodDecorator] => [
      `event ${name}`,
      (handlers.events?.[name] ?? (async (event: EventEnvelope) => otherEvents(event))) as Method,
      HandlesEvent(name) as MethodDecorator,
    ]),
    ...jobsOf(service).map((name): [string, Method, MethodDecorator] => [
      `job ${name}`,
      (handlers.jobs?.[name] ?? (async () => {})) as Method,
      HandlesJob(name) as MethodDecorator,
    ]),
  ]);
};

export interface FixtureOptions extends Partial<Omit<BusOptions, 'service' | 'durable' | 'volatile'>> {
  service: Service;
  durableUrl?: string;
  volatileUrl: string;
  /** Replaces the clients made from the URLs, for a Cluster. */
  connect?: () => RedisClient;
  handlers?: FixtureHandlers;
  /** Replaces the complete controller. */
  controllers?: Type[];
}

export interface ServiceFixture {
  app: INestApplication;
  bus: Bus;
  outbox: Outbox;
  live: LiveBus;
  jobs: JobQueues;
  registry: Registry;
  /** Everything logged at level error. */
  errors: object[];
  /** Everything logged at level warn. */
  warnings: object[];
  /** Emits one event in its own transaction; needs a `dataSource`. */
  emit<N extends EventName>(name: N, entidad: string, rev: number, data: EventData<N>): Promise<void>;
  stop(): Promise<void>;
}

const recorder = (errors: object[], warnings: object[]): BusLogger => ({
  debug: () => {},
  info: () => {},
  warn: (details) => void warnings.push(details),
  error: (details) => void errors.push(details),
});

/** Creates the bus tables in the service's schema; an existing schema is dropped. */
export const makeSchema = async (dataSource: DataSource, service: Service): Promise<void> => {
  const schema = schemaOf(service);
  await dataSource.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await dataSource.query(`CREATE SCHEMA ${schema}`);
  for (const statement of busTables(schema)) await dataSource.query(statement);
};

/** Equals TEST_SECRET_KEY of libs/testing, so an application under test and its stand-in neighbours share an installation. */
export const FIXTURE_SECRET = 'ab'.repeat(32);

let traces = 0;

/**
 * Starts an instance of a service in this process with nothing but the bus. The specs of applications start their neighbours
 * with it, through `@acequia/bus/spec-support`.
 */
export const startService = async (options: FixtureOptions): Promise<ServiceFixture> => {
  const { service, durableUrl, volatileUrl, handlers, controllers, connect: given, ...rest } = options;
  const connect = given ?? ((url: string): RedisClient => new Redis(url, { lazyConnect: true }));
  const registry = new Registry();
  const errors: object[] = [];
  const warnings: object[] = [];
  let trace = '';

  @Module({
    imports: [
      BusModule.forRootAsync({
        useFactory: (): BusOptions => ({
          service,
          instance: `${service}-test`,
          durable: connect(durableUrl ?? volatileUrl),
          volatile: connect(volatileUrl),
          trace: {
            current: () => trace || `trace-${(traces += 1)}`,
            run: (id, fn) => {
              trace = id;
              return fn();
            },
          },
          secret: FIXTURE_SECRET,
          logger: recorder(errors, warnings),
          registry,
          ...rest,
        }),
      }),
    ],
    controllers: controllers ?? [completeController(service, handlers)],
  })
  class FixtureModule {}

  const app = await NestFactory.create(FixtureModule, { logger: false, abortOnError: false });
  try {
    app.connectMicroservice({ strategy: app.get(BusServer) });
    await app.init();
    await app.startAllMicroservices();
  } catch (error) {
    await app.close();
    throw error;
  }
  const outbox = app.get(Outbox);
  return {
    app,
    bus: app.get(Bus),
    outbox,
    live: app.get(LiveBus),
    jobs: app.get(JobQueues),
    registry,
    errors,
    warnings,
    emit: async (name, entidad, rev, data) => {
      if (!rest.dataSource) throw new Error(`${service} has no database to emit ${name} from`);
      await rest.dataSource.transaction((tx) => outbox.emit(tx, name, { entidad, rev, data }));
    },
    stop: () => app.close(),
  };
};
