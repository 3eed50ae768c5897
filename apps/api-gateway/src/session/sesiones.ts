import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError, type Persona, type ValidSession, TokenClaims } from '@acequia/contracts';
import { deriveKey, SessionReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import type { Env } from '../env.js';

export const JWT_ALGORITHM = 'HS256';
export const jwtKey = (env: Env): Buffer => deriveKey(env.ACEQUIA_SECRET_KEY, 'jwt');
/** A key object: jsonwebtoken tries to read raw bytes as a public key first, for every token. */
export const jwtKeyObject = (env: Env): KeyObject => createSecretKey(jwtKey(env));

/** Our tokens always expire; `exp` is in seconds. */
const Claims = TokenClaims.extend({ exp: z.number().int() });
export type Claims = z.infer<typeof Claims>;

const personaDe = ({ usuario_id, rol, empresa_id, sid }: ValidSession): Persona => ({
  tipo: 'persona',
  usuario_id,
  rol,
  empresa_id,
  sid,
});

/** Resolves a token to its person. The claims identify the session; rol and company come from auth-tenancy's current session. */
@Injectable()
export class Sesiones {
  constructor(
    private readonly jwt: JwtService,
    private readonly reader: SessionReader,
  ) {}

  /** Returns the claims of a token whose signature and dates are valid. @throws AppError `sesion_invalida`. */
  claimsOf(token: unknown): Claims {
    return this.parse(this.verified(token));
  }

  /** Checks the payload of a token that was verified already. @throws AppError `sesion_invalida`. */
  parse(payload: unknown): Claims {
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw new AppError('sesion_invalida', { cause: claims.error });
    return claims.data;
  }

  /** @throws AppError `sesion_invalida`, or `servicio_no_disponible` when the session cannot be checked. */
  async persona(claims: Claims): Promise<Persona> {
    const [persona] = await this.personas([claims]);
    if (!persona) throw new AppError('sesion_invalida');
    return persona;
  }

  /** Resolves many at once, in the order given; null = the session has ended. */
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
