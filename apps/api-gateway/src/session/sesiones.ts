import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { AppError, type Persona, type ValidSession, TokenClaims } from '@acequia/contracts';
import { acceptedKeys, deriveKey, SessionReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { z } from 'zod';
import type { Env } from '../env.js';

export const JWT_ALGORITHM = 'HS256';
export const jwtKey = (env: Env): Buffer => deriveKey(env.ACEQUIA_SECRET_KEY, 'jwt');

/**
 * Chooses the key to verify a token with: the previous one for what it signed, while the installation's key is rotated. Key objects,
 * because jsonwebtoken tries to read raw bytes as a public key first, for every token.
 */
export class TokenKeys {
  private readonly current: KeyObject;
  private readonly previous: KeyObject | undefined;

  constructor(env: Env) {
    const [current, previous] = acceptedKeys(env, 'jwt');
    this.current = createSecretKey(current);
    this.previous = previous && createSecretKey(previous);
  }

  keyOf(token: string): KeyObject {
    return this.previous && signed(token, this.previous) ? this.previous : this.current;
  }
}

const signed = (token: string, key: KeyObject): boolean => {
  const end = token.lastIndexOf('.');
  const given = Buffer.from(token.slice(end + 1), 'base64url');
  const expected = createHmac('sha256', key)
    .update(token.slice(0, Math.max(end, 0)))
    .digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** Our tokens always expire; `exp` is in seconds. */
const Claims = TokenClaims.extend({ exp: z.number().int() });
export type Claims = z.infer<typeof Claims>;

const personaOf = ({ usuario_id, rol, empresa_id, sid, falta_segundo_paso }: ValidSession): Persona => ({
  tipo: 'persona',
  usuario_id,
  rol,
  empresa_id,
  sid,
  ...(falta_segundo_paso && { falta_segundo_paso }),
});

/** Resolves a token to its person. The claims identify the session; rol and company come from auth-tenancy's current session. */
@Injectable()
export class Sesiones {
  constructor(
    private readonly jwt: JwtService,
    private readonly reader: SessionReader,
    private readonly keys: TokenKeys,
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
    const session = await this.reader.check(claims);
    if (!session) throw new AppError('sesion_invalida');
    return personaOf(session);
  }

  /** The sessions as auth-tenancy knows them now, in the order given; null = the session has ended. */
  verifyMany(claims: readonly Claims[]): Promise<(ValidSession | null)[]> {
    return this.reader.verifyMany(claims);
  }

  private verified(token: unknown): unknown {
    if (typeof token !== 'string') throw new AppError('sesion_invalida');
    try {
      return this.jwt.verify<object>(token, { secret: this.keys.keyOf(token) as unknown as Buffer });
    } catch (cause) {
      throw new AppError('sesion_invalida', { cause });
    }
  }
}
