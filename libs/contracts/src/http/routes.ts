import { z } from 'zod';
import type { CallInput, CallName, CallResponse } from '../calls/calls.js';
import type { WithIdempotencyKey } from '../comando.js';
import { actualizaciones } from './actualizaciones.js';
import { avisosSettings } from './avisos-ajustes.js';
import { ownAvisos } from './avisos-cuenta.js';
import { avisos } from './avisos.js';
import { clima } from './clima.js';
import { logs } from './logs.js';
import { dispositivos } from './dispositivos.js';
import { dossieres } from './dossieres.js';
import { empresas } from './empresas.js';
import { enclavamientos } from './enclavamientos.js';
import { protecciones } from './protecciones.js';
import { estado } from './estado.js';
import { energia } from './energia.js';
import { historial } from './historial.js';
import { importacion } from './importacion.js';
import { lorawan } from './lorawan.js';
import { muros } from './muros.js';
import { placas } from './placas.js';
import { puntos } from './puntos.js';
import { noRegar } from './no-regar.js';
import { programas } from './programas.js';
import { sesion } from './session.js';
import { switches } from './switches.js';
import { tokens } from './tokens.js';
import { usuarios } from './usuarios.js';

/** Every route of the HTTP API. Guards, OpenAPI, the web's client and the access-matrix test all read this. */
export const ROUTES = {
  ...sesion,
  ...avisos,
  ...avisosSettings,
  ...ownAvisos,
  ...dossieres,
  ...empresas,
  ...usuarios,
  ...dispositivos,
  ...energia,
  ...historial,
  ...switches,
  ...enclavamientos,
  ...protecciones,
  ...placas,
  ...puntos,
  ...lorawan,
  ...importacion,
  ...programas,
  ...noRegar,
  ...clima,
  ...logs,
  ...muros,
  ...tokens,
  ...estado,
  ...actualizaciones,
} as const;

export type RouteName = keyof typeof ROUTES;

type Part<N extends RouteName, K extends 'params' | 'query' | 'body'> =
  (typeof ROUTES)[N] extends Record<K, infer S extends z.ZodType> ? S : never;
/** Validated parts of a request, as a controller receives them. */
export type RouteParams<N extends RouteName> = z.output<Part<N, 'params'>>;
export type RouteQuery<N extends RouteName> = z.output<Part<N, 'query'>>;
export type RouteBody<N extends RouteName> = z.output<Part<N, 'body'>>;
/** Parts of a request as a client writes them. */
export type RouteParamsInput<N extends RouteName> = z.input<Part<N, 'params'>>;
export type RouteQueryInput<N extends RouteName> = z.input<Part<N, 'query'>>;
export type RouteBodyInput<N extends RouteName> = z.input<Part<N, 'body'>>;
export type RouteResponse<N extends RouteName> = (typeof ROUTES)[N]['response'] extends z.ZodType
  ? z.output<(typeof ROUTES)[N]['response']>
  : string;

/** What a route passes on to the call that it names. */
type Passed<N extends RouteName> = Record<never, never> &
  Given<RouteQuery<N>> &
  Given<RouteBody<N>> &
  Given<RouteParams<N>> &
  ((typeof ROUTES)[N] extends { headers: { shape: (typeof WithIdempotencyKey)['shape'] } }
    ? { clave: string | null }
    : unknown);
type Given<T> = [T] extends [never] ? unknown : T;
/** The routes whose request or answer does not fit their call. */
type Misfit = {
  [N in RouteName]: (typeof ROUTES)[N] extends { call: infer C extends CallName }
    ? [Passed<N>, CallResponse<C>] extends [CallInput<C>, RouteResponse<N>]
      ? never
      : N
    : never;
}[RouteName];
/** Compiles only while there is no misfit. */
export const EVERY_ROUTE_FITS_ITS_CALL: [Misfit] extends [never] ? true : Misfit = true;

/** Body of every error answer. */
export const ErrorBody = z.object({
  codigo: z.string(),
  mensaje: z.string(),
  trace_id: z.string(),
  detalles: z.array(z.object({ campo: z.string(), mensaje: z.string() })).optional(),
  /** With `version_vieja`: the stored entity in the shape of the route's answer; for POST /switches/bulk the stale switches. */
  actual: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
