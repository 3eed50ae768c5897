import type { BusOptions, Signer } from '@acequia/bus';
import type { Service } from '@acequia/contracts';
import { Redis } from 'ioredis';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Registry } from 'prom-client';

/** Signs nothing: what the bus costs without its signatures. As long as a true one, since receivers cut it off. */
const UNSIGNED: Signer = { sign: () => '-'.repeat(22), verify: () => true };

/** The bus as a service has it: with trace ids and metrics. */
export const busOptions = (service: Service, url: string, signed = true): BusOptions => {
  const traces = new AsyncLocalStorage<string>();
  const silent = (): void => {};
  return {
    service,
    instance: `${service}-bench`,
    durable: new Redis(url, { lazyConnect: true }),
    volatile: new Redis(url, { lazyConnect: true }),
    trace: { current: () => traces.getStore() ?? 'bench', run: (id, fn) => traces.run(id, fn) },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    secret: 'ab'.repeat(32),
    registry: new Registry(),
    ...(!signed && { signer: UNSIGNED }),
  };
};
