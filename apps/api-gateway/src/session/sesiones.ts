import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError, type Persona, type ValidSession, TokenClaims } from '@acequia/contracts';
import { deriveKey, SessionReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import type { Env } from '../env.js';

export const JWT_ALGORITHM = 'HS256';
export const jwtKey = (env: Env): Buffer => deriveKey(env.ACEQUIA_SECRET_KEY, 'jwt');
/** As a key object: bytes are tried as a public key first, for each token. */
export const jwtKeyObject = (env: Env): KeyObject => createSecretKey(jwtKey(env));

/** A token without an end is not one of ours. `exp` is in seconds. */
const Claims = TokenClaims.extend({ exp: z.number().int() });
export type Claims = z.infer<typeof Claims>;

const personaDe = ({ usuario_id, rol, empresa_id, sid }: ValidSession): Persona => ({
  tipo: 'persona',
  usuario_id,
  rol,
  empresa_id,
  sid,
});

/** From a token to the person behind it, as auth-tenancy knows them now: the claims say who, the session says what they may. */
@Injectable()
export class Sesiones {
  constructor(
    private readonly jwt: JwtService,
    private readonly reader: SessionReader,
  ) {}

  /** Claims of a token whose signature and dates hold. @throws AppError `sesion_invalida`. */
  claimsOf(token: unknown): Claims {
    return this.parse(this.verified(token));
  }

  /** The same of what stood in a token whose signature and dates hold. */
  parse(payload: unknown): Claims {
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw new AppError('sesion_invalida', { cause: claims.error });
    return claims.data;
  }

  /** @throws AppError `sesion_invalida`, or `servicio_no_disponible` when nobody can tell. */
  async persona(claims: Claims): Promise<Persona> {
    const [persona] = await this.personas([claims]);
    if (!persona) throw new AppError('sesion_invalida');
    return persona;
  }

  /** The same for many at once, in the order asked; null = ended. */
  async personas(claims: Claims[]): Promise<(Persona | null)[]> {
    const sessions = await this.reader.checkMany(claims);
    return sessions.map((session) => session && personaDe(session));
  }

  private verified(token: unknown): unknown {
    if (typeof token !== 'string') throw new AppError('sesion_invalida');
    try {
      return this.jwt.verify<object>(token);
    } catch (cause) {
      throw new AppError('sesion_invalida', { cause });
    }
  }
}
