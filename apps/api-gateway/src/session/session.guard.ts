import { AppError, noEncontrado, type Persona, ROUTES, type RouteDefinition } from '@acequia/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { rutaDe } from '../http/ruta.decorator.js';

/** Who may pass is read from the route table; a handler that is not in it does not exist. */
@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    // Bus events come through here too; their caller is checked by the bus.
    if (context.getType() !== 'http') return true;
    const name = rutaDe(context);
    if (name === undefined) throw noEncontrado();
    const { access }: RouteDefinition = ROUTES[name];
    if (access === 'publico') return true;
    await super.canActivate(context);
    const { rol } = context.switchToHttp().getRequest<Request>().user as Persona;
    if (!access.includes(rol)) throw new AppError('sin_permiso');
    return true;
  }

  override handleRequest<P>(error: unknown, persona: P | false | undefined): P {
    if (error) throw error;
    if (!persona) throw new AppError('sesion_invalida');
    return persona;
  }
}
