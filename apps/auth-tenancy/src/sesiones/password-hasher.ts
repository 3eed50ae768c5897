import { randomBytes } from 'node:crypto';
import { AppError } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { esClaveComun } from './common-passwords.js';

/** OWASP's first choice for Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. About 20 ms of one core. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes at once: as many cores as a small machine has, and 38 MiB at most. */
const AT_ONCE = 2;
/** Beyond this the last in line would wait for longer than its caller does. */
const MAX_WAITING = 300;

/** Hashes and checks passwords, a bounded number at a time. */
@Injectable()
export class PasswordHasher {
  private readonly limit = pLimit(AT_ONCE);
  /** What is checked where there is no account: same parameters, so same duration, and no password fits. */
  private readonly nobody = this.hash(randomBytes(32).toString('base64url'));

  /** Hash of a password that a person chose. @throws AppError `clave_comun`, `servicio_no_disponible` under a flood. */
  async nueva(clave: string): Promise<string> {
    if (esClaveComun(clave)) throw new AppError('clave_comun');
    return this.hash(clave);
  }

  /** Takes as long for null (no account) as for a stored hash. @throws AppError `servicio_no_disponible` under a flood. */
  async verificar(stored: string | null, clave: string): Promise<boolean> {
    const against = stored ?? (await this.nobody);
    const matches = await this.run(() => verify(against, clave));
    return matches && stored !== null;
  }

  private hash(clave: string): Promise<string> {
    return this.run(() => hash(clave, ARGON2ID));
  }

  private run<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= MAX_WAITING) return Promise.reject(new AppError('servicio_no_disponible'));
    return this.limit(work);
  }
}
