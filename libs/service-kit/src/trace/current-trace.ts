import { AsyncLocalStorage } from 'node:async_hooks';

/** Trace id of the current work. */
export const currentTrace = new AsyncLocalStorage<string>();
