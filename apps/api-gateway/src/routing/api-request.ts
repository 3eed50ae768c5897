import { createHash } from 'node:crypto';
import {
  AppError,
  expires,
  IdempotencyKey,
  type Detail,
  type Persona,
  ROUTES,
  type RouteDefinition,
  type RouteName,
  ValidoHasta,
  zodDetails,
  zodSentence,
} from '@acequia/contracts';
import type { RouteBody, RouteParams, RouteQuery } from '@acequia/contracts';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { texts } from '../textos.js';

/** A request whose params, query and body passed the route's schemas. */
export interface ApiRequest<N extends RouteName> {
  params: RouteParams<N>;
  query: RouteQuery<N>;
  body: RouteBody<N>;
  /** The file of a route that takes one. @throws AppError `tipo_no_admitido` when the body is none */
  file: Buffer;
  /** From the checked session, never from the request. */
  persona: (typeof ROUTES)[N]['access'] extends 'publico' ? undefined : Persona;
  ip: string;
  navegador: string;
  /** The Idempotency-Key header, null when absent. @throws AppError `datos_invalidos` */
  clave: string | null;
  /** A header as it came, '' when absent. */
  header: (nombre: string) => string;
  /** Aborts when the client disconnects before it has the answer. */
  signal: AbortSignal;
  heading: (nombre: string, valor: string) => void;
  /** The answer is the part that was asked for (206). */
  answerPart: () => void;
}

const PARTS = ['params', 'query', 'body'] as const;
/** A bulk call can be wrong in thousands of places; the answer lists at most this many. */
const MAX_DETAILS = 100;
const MAX_BROWSER = 300;
/** Longest list that the contract allows. */
const MAX_LIST = 5_000;

/** Checks list lengths before the schema runs: a megabyte of `{}` would produce millions of issues. */
const longLists = (body: unknown): Detail[] =>
  Object.entries(typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? body : {})
    .filter(([, value]) => Array.isArray(value) && value.length > MAX_LIST)
    .map(([key]) => ({ campo: `body.${key}`, mensaje: texts.tooMany(MAX_LIST) }));

/** Keys are remembered by person: a program's are apart from those of its maker and of other programs. */
const claveOf = ({ persona }: Request, clave: string): string =>
  persona?.token ? createHash('sha256').update(`token:${persona.token.id}:${clave}`).digest('base64url') : clave;

/** Null when absent. @throws AppError `datos_invalidos` */
const readHeader = (request: Request, name: string, schema: z.ZodType<string>): string | null => {
  const value = request.get(name);
  if (value === undefined) return null;
  const readOne = schema.safeParse(value, { error: zodSentence });
  if (readOne.success) return readOne.data;
  const mensaje = readOne.error.issues[0]?.message ?? '';
  throw new AppError('datos_invalidos', { detalles: [{ campo: `headers.${name}`, mensaje }] });
};

const readClave = (request: Request): string | null => {
  const clave = readHeader(request, 'idempotency-key', IdempotencyKey);
  return clave === null ? null : claveOf(request, clave);
};

/** @throws AppError `orden_vencida` */
const requireStillWanted = (request: Request): void => {
  const until = readHeader(request, 'valido-hasta', ValidoHasta);
  if (until !== null && Date.now() > Number(until)) throw new AppError('orden_vencida');
};

const signalOf = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** @throws AppError `datos_invalidos`, with the faults of each part; `orden_vencida` */
export const readRequest = <N extends RouteName>(name: N, request: Request, response: Response): ApiRequest<N> => {
  const route: RouteDefinition = ROUTES[name];
  const detalles = longLists(request.body);
  if (detalles.length > 0) throw new AppError('datos_invalidos', { detalles });
  const partes: Record<string, unknown> = {};
  for (const parte of PARTS) {
    const schema = route[parte];
    if (!schema) continue;
    const result = schema.safeParse(request[parte], { error: zodSentence });
    if (result.success) partes[parte] = result.data;
    else detalles.push(...zodDetails(parte, result.error));
  }
  if (detalles.length > 0) throw new AppError('datos_invalidos', { detalles: detalles.slice(0, MAX_DETAILS) });
  if (expires(route)) requireStillWanted(request);
  return {
    ...partes,
    persona: request.persona,
    ip: request.ip ?? '',
    navegador: (request.get('user-agent') ?? '').slice(0, MAX_BROWSER),
    header: (nombre: string) => request.get(nombre) ?? '',
    get file() {
      if (!Buffer.isBuffer(request.body)) throw new AppError('tipo_no_admitido', { texto: texts.notAFile });
      return request.body;
    },
    answerPart: () => void response.status(206),
    get clave() {
      return readClave(request);
    },
    heading: (nombre: string, valor: string) => void response.setHeader(nombre, valor),
    get signal() {
      return signalOf(response);
    },
  } as ApiRequest<N>;
};
