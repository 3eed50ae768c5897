import type { BusOptions } from '@acequia/bus';
import type { Servicio } from '@acequia/contracts';
import { Redis } from 'ioredis';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Registry } from 'prom-client';

/** The bus as a service has it: with trace ids and metrics. */
export const busOptions = (service: Servicio, url: string): BusOptions => {
  const traces = new AsyncLocalStorage<string>();
  const silent = (): void => {};
  return {
    service,
    instance: `${service}-bench`,
    durable: new Redis(url, { lazyConnect: true }),
    volatile: new Redis(url, { lazyConnect: true }),
    trace: { current: () => traces.getStore() ?? 'bench', run: (id, fn) => traces.run(id, fn) },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    registry: new Registry(),
  };
};
