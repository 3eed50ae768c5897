import type { Persona } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { JWT_ALGORITHM, Sesiones, TokenKeys } from './sesiones.js';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    keys: TokenKeys,
    private readonly sesiones: Sesiones,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // passport-jwt passes the key to jsonwebtoken, which accepts key objects although the types do not say so.
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: null, key: Buffer) => void) =>
        done(null, keys.keyOf(token) as unknown as Buffer),
      algorithms: [JWT_ALGORITHM],
      ignoreExpiration: false,
    });
  }

  validate(payload: unknown): Promise<Persona> {
    return this.sesiones.persona(this.sesiones.parse(payload));
  }
}
