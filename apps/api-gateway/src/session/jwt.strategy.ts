import type { Persona } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Env } from '../env.js';
import { JWT_ALGORITHM, jwtKeyObject, Sesiones } from './sesiones.js';

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    @Inject(ENV) env: Env,
    private readonly sesiones: Sesiones,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      // passport-jwt passes this to jsonwebtoken, which accepts key objects although the types do not say so.
      secretOrKey: jwtKeyObject(env) as unknown as Buffer,
      algorithms: [JWT_ALGORITHM],
      ignoreExpiration: false,
    });
  }

  validate(payload: unknown): Promise<Persona> {
    return this.sesiones.persona(this.sesiones.parse(payload));
  }
}
