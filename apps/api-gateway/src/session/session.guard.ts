import {
  AppError,
  type ErrorCode,
  notFound,
  type Persona,
  ROUTES,
  type RouteDefinition,
  type RouteName,
} from '@acequia/contracts';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { routeOf } from '../routing/route.decorator.js';
import { Refusals } from '../limits/refusals.js';
import { tokenOf, Tokens } from './tokens.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The person of the checked session, or the program of the checked token; absent on public routes. */
    persona?: Persona;
  }
}

/** Refusals of somebody who is not known. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['sesion_invalida', 'token_invalido']);

/** What is open to a person who still owes a second step: setting it up, and leaving. */
const BEFORE_SECOND_STEP: ReadonlySet<RouteName> = new Set<RouteName>([
  ...(['auth.salir', 'cuenta.leer', 'cuenta.clave', 'cuenta.segundo_paso', 'cuenta.preparar_segundo_paso'] as const),
  ...(['cuenta.confirmar_segundo_paso', 'cuenta.sesiones', 'cuenta.cerrar_sesion'] as const),
]);

/** Reads the required access from the route table; refuses a handler that is not in the table. */
@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(
    private readonly refusals: Refusals,
    private readonly tokens: Tokens,
  ) {
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
    await this.known(context, request, name);
    const { persona } = request;
    // What a token with sitios may ask was decided with its permissions.
    const admitted = persona?.token?.alcance !== undefined || (persona && access.includes(persona.rol));
    if (!admitted) throw new AppError('sin_permiso');
    if (persona?.falta_segundo_paso && !BEFORE_SECOND_STEP.has(name)) throw new AppError('segundo_paso_exigido');
    return true;
  }

  private async known(context: ExecutionContext, request: Request, route: RouteName): Promise<void> {
    const token = tokenOf(request.get('authorization'));
    try {
      if (token === null) await super.canActivate(context);
      else request.persona = await this.tokens.persona(token, route, request.query['empresa_id']);
    } catch (error) {
      if (error instanceof AppError && UNKNOWN.has(error.codigo)) await this.refusals.count(request.ip ?? '');
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
