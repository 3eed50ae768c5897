import { AppError, notFound, type Persona, ROUTES, type RouteDefinition } from '@acequia/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { routeOf } from '../routing/route.decorator.js';
import { Refusals } from '../limits/refusals.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The person of the checked session; absent on public routes. */
    persona?: Persona;
  }
}

/** Reads the required access from the route table; refuses a handler that is not in the table. */
@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(private readonly refusals: Refusals) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    // Nest runs this for bus events too; the bus checks their caller.
    if (context.getType() !== 'http') return true;
    const name = routeOf(context);
    if (name === undefined) throw notFound();
    const { access }: RouteDefinition = ROUTES[name];
    if (access === 'publico') return true;
    const request = context.switchToHttp().getRequest<Request>();
    await this.known(context, request.ip ?? '');
    const { persona } = request;
    if (!persona || !access.includes(persona.rol)) throw new AppError('sin_permiso');
    return true;
  }

  private async known(context: ExecutionContext, ip: string): Promise<void> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof AppError && error.codigo === 'sesion_invalida') await this.refusals.count(ip);
      throw error;
    }
  }

  override getAuthenticateOptions() {
    return { property: 'persona' };
  }

  override handleRequest<P>(error: unknown, persona: P | false | undefined): P {
    if (error) throw error;
    if (!persona) throw new AppError('sesion_invalida');
    return persona;
  }
}
