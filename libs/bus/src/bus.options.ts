import type { Service } from '@acequia/contracts';
import type { Cluster, Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Signer } from './keys/signer.js';

/** A Redis server or a Redis Cluster: keys are hash-tagged so that both work. */
export type RedisClient = Redis | Cluster;

/** The part of pino that the bus uses. */
export interface BusLogger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The trace id that a call, an event or a job carries with it. */
export interface BusTrace {
  current(): string;
  run<T>(id: string, fn: () => T): T;
  /** Runs `fn` in a span of the current trace; absent = no spans. */
  span?<T>(kind: 'server' | 'client', name: string, fn: () => Promise<T>): Promise<T>;
}

export interface BusOptions {
  /** The service whose calls, events and jobs this process handles. */
  service: Service;
  /** Name of this process among the instances of the service; shown by `<service>.salud`. */
  instance: string;
  /** Redis of events and jobs. The bus duplicates the connection and never closes the given one. */
  durable: RedisClient;
  /** Redis of calls and live messages. */
  volatile: RedisClient;
  /** Absent in a service without a database: the service then emits no events and handles each event at least once, without revs. */
  dataSource?: DataSource | undefined;
  trace: BusTrace;
  /** The installation's secret, the same in all its services. The bus drops messages not signed with it. */
  secret: string;
  /** Accepted beside `secret` while the installation's key is rotated. */
  previousSecret?: string | undefined;
  /** Replaces the signer derived from `secret`; used to measure the cost of signing. */
  signer?: Signer | undefined;
  logger: BusLogger;
  registry?: Registry | undefined;
  /** Health check behind `<service>.salud`; a rejection makes the call answer 503. */
  health?: (() => Promise<void>) | undefined;
  /** Calls that run at once in this instance; default 64. */
  concurrency?: number | undefined;
  /** Delay before the first retry of a failed event, ms; default 1 s, doubled with each attempt. */
  eventRetryMs?: number | undefined;
}

export const BUS_OPTIONS = Symbol('BUS_OPTIONS');
