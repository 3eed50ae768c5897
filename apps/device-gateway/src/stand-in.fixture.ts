import {
  Bus,
  BusModule,
  type BusOptions,
  BusServer,
  busTables,
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
  type EventData,
  type EventName,
  eventsFor,
  JOBS,
  type JobName,
  type Servicio,
} from '@acequia/contracts';
import { Controller, type INestApplication, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { Parts } from './gateway.fixture.js';

type Method = (...args: never[]) => Promise<unknown>;
export type Calls = { [N in CallName]?: (request: CallRequest<N>) => Promise<CallResponse<N>> };

/** A controller that handles all that is addressed to a service: what a test gives, and nothing for the rest. */
const controllerFor = (service: Servicio, calls: Calls): Type => {
  class StandInController {}
  const add = (key: string, method: Method, decorate: MethodDecorator): void => {
    Object.defineProperty(StandInController.prototype, key, { value: method, writable: true, configurable: true });
    decorate(StandInController.prototype, key, Object.getOwnPropertyDescriptor(StandInController.prototype, key) ?? {});
  };
  // A new function each time: Nest keeps what it handles on the function itself.
  const nothing = (): Method => async () => ({});
  for (const name of callsOf(service)) {
    if (name !== `${service}.salud`)
      add(name, (calls[name] ?? nothing()) as Method, HandlesCall(name) as MethodDecorator);
  }
  for (const name of eventsFor(service)) add(name, nothing(), HandlesEvent(name) as MethodDecorator);
  for (const name of Object.keys(JOBS) as JobName[]) {
    if (JOBS[name].servicio === service) add(name, nothing(), HandlesJob(name) as MethodDecorator);
  }
  Controller()(StandInController);
  return StandInController;
};

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Another service, with nothing but its bus. */
export class StandIn {
  private constructor(
    private readonly app: INestApplication,
    private readonly db: DataSource | undefined,
    private readonly redises: Redis[],
  ) {}

  /** `writes` = it emits events, from a schema of its own in the test's database. */
  static async start(parts: Parts, service: Servicio, calls: Calls = {}, writes = false): Promise<StandIn> {
    const redises = [parts.durable.url, parts.volatile.url].map((url) => new Redis(url));
    const [durable, volatile] = redises as [Redis, Redis];
    const db = writes ? await openSchema(parts.database.url, service.replace('-', '_')) : undefined;

    @Module({
      imports: [
        BusModule.forRootAsync({
          useFactory: (): BusOptions => ({
            service,
            instance: `${service}-de-prueba`,
            durable,
            volatile,
            ...(db && { dataSource: db }),
            trace: { current: randomUUID, run: (_id, fn) => fn() },
            logger: silent,
          }),
        }),
      ],
      controllers: [controllerFor(service, calls)],
    })
    class StandInModule {}

    const app = await NestFactory.create(StandInModule, { logger: false, abortOnError: false });
    app.connectMicroservice({ strategy: app.get(BusServer) });
    await app.init();
    await app.startAllMicroservices();
    return new StandIn(app, db, redises);
  }

  get bus(): Bus {
    return this.app.get(Bus);
  }

  async emit<N extends EventName>(name: N, entidad: string, rev: number, data: EventData<N>): Promise<void> {
    await this.db?.transaction((tx) => this.app.get(Outbox).emit(tx, name, { entidad, rev, data }));
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.db?.destroy();
    for (const redis of this.redises) redis.disconnect();
  }
}

const openSchema = async (url: string, schema: string): Promise<DataSource> => {
  const db = new DataSource({ type: 'postgres', url, schema, extra: { options: `-c search_path=${schema}` } });
  await db.initialize();
  await db.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  for (const statement of busTables(schema)) await db.query(statement);
  return db;
};
