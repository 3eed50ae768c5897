import { ROUTES, type RouteName, type RouteResponse } from '@acequia/contracts';
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
import { leerPeticion, type Peticion } from './peticion.js';

const RUTA = 'acequia:ruta';
const reflector = new Reflector();

/** The table's name of the route that is being served; undefined for a handler that is not in the table. */
export const rutaDe = (context: ExecutionContext): RouteName | undefined =>
  reflector.get<RouteName | undefined>(RUTA, context.getHandler());

const PeticionLeida = createParamDecorator((name: RouteName, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return leerPeticion(name, http.getRequest<Request>(), http.getResponse<Response>());
});

type Respuesta<N extends RouteName> = (typeof ROUTES)[N]['response'] extends 'text/csv'
  ? StreamableFile
  : RouteResponse<N>;

/**
 * Serves one route of the table: method, path, status, access and schemas come from there. The method receives the
 * checked {@link Peticion} and answers what the table promises; either being wrong does not compile.
 */
export const Ruta =
  <N extends RouteName>(name: N) =>
  <M extends (peticion: Peticion<N>) => Promise<Respuesta<N>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    const { method, path, status } = ROUTES[name];
    RequestMapping({ method: RequestMethod[method], path: `/api${path}` })(target, key, descriptor);
    HttpCode(status)(target, key, descriptor);
    SetMetadata(RUTA, name)(target, key, descriptor);
    PeticionLeida(name)(target, key, 0);
  };
