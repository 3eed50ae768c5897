import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { routeOf } from '../route.decorator.js';
import { readBody } from './json-body.js';

/** Nest asks interceptors after the guards: nothing of a body is read before its sender is known and within their limits. */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    // Bus events come through here too.
    const name = context.getType() === 'http' ? routeOf(context) : undefined;
    const http = context.switchToHttp();
    if (name !== undefined) await readBody(name, http.getRequest<Request>(), http.getResponse<Response>());
    return next.handle();
  }
}
