import { type FileType, ROUTES, type RouteName, type RouteResponse } from '@acequia/contracts';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { readRequest, type ApiRequest } from './api-request.js';
import type { JsonText } from './json-text.js';

const ROUTE = 'acequia:ruta';
const reflector = new Reflector();

/** The route table's name of the current handler; undefined for a handler that is not in the table. */
export const routeOf = (context: ExecutionContext): RouteName | undefined =>
  reflector.get<RouteName | undefined>(ROUTE, context.getHandler());

const ReadRequest = createParamDecorator((name: RouteName, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return readRequest(name, http.getRequest<Request>(), http.getResponse<Response>());
});

type Answer<N extends RouteName> = (typeof ROUTES)[N]['response'] extends FileType
  ? StreamableFile
  : RouteResponse<N> | JsonText;

/**
 * Serves one route of the table, which defines method, path, status, access and schemas. The method takes the checked {@link ApiRequest}
 * and returns the answer of the table; a wrong type does not compile.
 */
export const Route =
  <N extends RouteName>(name: N) =>
  <M extends (apiRequest: ApiRequest<N>) => Promise<Answer<N>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    const { method, path, status } = ROUTES[name];
    RequestMapping({ method: RequestMethod[method], path: `/api${path}` })(target, key, descriptor);
    HttpCode(status)(target, key, descriptor);
    SetMetadata(ROUTE, name)(target, key, descriptor);
    ReadRequest(name)(target, key, 0);
  };
