import { AppError } from '@acequia/contracts';
import { clientAddress, FairQueue } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';

/** Logins that auth-tenancy holds at once: enough to keep its two hashes busy, few enough that its other calls do not wait. */
const AT_ONCE = 8;
/** Most waiting logins; each is a connection and a small body. */
const MOST_WAITING = 2_000;

/**
 * Lets addresses, and the accounts of each, alternate with their logins before they reach the bus, which answers in order: there a
 * flood from one address would delay everybody's calls to auth-tenancy.
 */
@Injectable()
export class LoginQueue {
  private readonly queue = new FairQueue(AT_ONCE, MOST_WAITING, () => new AppError('servicio_no_disponible'));

  /** @throws AppError servicio_no_disponible for the address with the most waiting logins, when too many wait. */
  run<T>(ip: string, email: string, login: () => Promise<T>): Promise<T> {
    return this.queue.run({ address: clientAddress(ip), account: email, known: false }, login);
  }
}
