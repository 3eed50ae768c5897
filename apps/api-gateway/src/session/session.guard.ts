import { AppError, noEncontrado, type Persona, ROUTES, type RouteDefinition } from '@acequia/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { rutaDe } from '../http/ruta.decorator.js';
import { Sesiones } from './sesiones.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Who asks, from the checked session; absent where nobody has to say. */
    persona?: Persona;
  }
}

/** RFC 6750: the scheme's name in any case, then the token. */
const BEARER = /^Bearer +(\S+)$/i;

/** Who may pass is read from the route table; a handler that is not in it does not exist. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly sesiones: Sesiones) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Bus events come through here too; their caller is checked by the bus.
    if (context.getType() !== 'http') return true;
    const name = rutaDe(context);
    if (name === undefined) throw noEncontrado();
    const { access }: RouteDefinition = ROUTES[name];
    if (access === 'publico') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const persona = await this.sesiones.persona(this.sesiones.claimsOf(token));
    request.persona = persona;
    if (!access.includes(persona.rol)) throw new AppError('sin_permiso');
    return true;
  }
}
