import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Order } from './loader.js';

/** A process that does what {@link Order}s say; end it with `kill`. */
export const startLoader = (): ChildProcess => fork(new URL('./loader.js', import.meta.url));

/** One order at a time per process. @throws when the process ends during it */
export const ask = (loader: ChildProcess, order: Order): Promise<Answer> => {
  const answer = once(loader, 'message').then(([message]) => message as Answer);
  const death = once(loader, 'exit').then(([code]): never => {
    throw new Error(`the load process ended with ${code}`);
  });
  death.catch(() => undefined);
  loader.send(order);
  return Promise.race([answer, death]);
};
