import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { routeOf } from '../../routing/route.decorator.js';
import { readBody } from './json-body.js';

/** Nest runs interceptors after guards, so a body is read only after the session and limit checks pass. */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    // Nest runs this for bus events too.
    const name = context.getType() === 'http' ? routeOf(context) : undefined;
    const http = context.switchToHttp();
    if (name !== undefined) await readBody(name, http.getRequest<Request>(), http.getResponse<Response>());
    return next.handle();
  }
}
