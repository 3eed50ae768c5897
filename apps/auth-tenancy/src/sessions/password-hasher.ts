import { randomBytes } from 'node:crypto';
import { AppError } from '@acequia/contracts';
import { FairQueue, type Requester } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { weaknessOf, type Owner } from './password-strength.js';
import { texts } from '../textos.js';

/** OWASP's first choice for Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. About 20 ms of one core. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Concurrent hashes: as many as a small machine has cores, using at most 38 MiB. */
const AT_ONCE = 2;
/** Queue limit: at 20 ms per hash and two at once, the last task waits two seconds. */
const MAX_WAITING = 200;
/** Stands for all who set a password, which only logged-in people do. */
const INSIDE: Requester = { address: 'inside', account: 'inside', known: true };

/** Hashes and verifies passwords, a bounded number at a time. */
@Injectable()
export class PasswordHasher {
  private readonly queue = new FairQueue(AT_ONCE, MAX_WAITING, () => new AppError('servicio_no_disponible'));
  /** Hash to verify against when there is no account: same parameters, so same duration, and no password matches. */
  private readonly nobody = this.hash(randomBytes(32).toString('base64url'));

  /** Hashes a password chosen by a person. @throws AppError `clave_comun`, `servicio_no_disponible` under a flood. */
  async hashNew(clave: string, owner: Owner): Promise<string> {
    const weakness = weaknessOf(clave, owner);
    if (weakness === 'common') throw new AppError('clave_comun');
    if (weakness === 'personal')
      throw new AppError('clave_comun', {
        texto: texts.passwordPersonal,
      });
    return this.hash(clave);
  }

  /** Takes as long for null (no account) as for a stored hash. @throws AppError `servicio_no_disponible` under a flood. */
  async verificar(stored: string | null, clave: string, requester: Requester = INSIDE): Promise<boolean> {
    const against = stored ?? (await this.nobody);
    const matches = await this.queue.run(requester, () => verify(against, clave));
    return matches && stored !== null;
  }

  /** Hashes a password that this installation made at random, and that need not be judged. */
  hash(clave: string): Promise<string> {
    return this.queue.run(INSIDE, () => hash(clave, ARGON2ID));
  }
}
