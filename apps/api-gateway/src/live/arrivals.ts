import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@acequia/contracts';
import { FairQueue, type Requester } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';

/** Openings at once, and how long each keeps its place at least, ms: fifty a second, so that calls pass between them. */
const AT_ONCE = 5;
const PLACE_MS = 100;
/** Most that wait, two seconds' worth: socket.io closes a connection that is not accepted within five. */
const MOST_WAITING = 100;
const WAIT_S = 5;

export const LET_IN_PER_S = (AT_ONCE * 1_000) / PLACE_MS;

/**
 * Lets sockets in a few at a time: letting one in, and what its page then reads, costs several services some milliseconds each, and
 * thousands come back together when an instance dies.
 */
@Injectable()
export class Arrivals {
  private readonly queue = new FairQueue(
    AT_ONCE,
    MOST_WAITING,
    () => new AppError('demasiadas_solicitudes', { wait_s: WAIT_S }),
  );

  /** @throws AppError `demasiadas_solicitudes` for the newest of the busiest address, when too many wait. */
  letIn(requester: Requester, open: () => Promise<void>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const hold = async (): Promise<void> => {
        const opened = open();
        opened.then(resolve, reject);
        await Promise.allSettled([opened, sleep(PLACE_MS, undefined, { ref: false })]);
      };
      this.queue.run(requester, hold).catch(reject);
    });
  }
}
