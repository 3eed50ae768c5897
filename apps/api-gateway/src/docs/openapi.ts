import {
  type ErrorCode,
  ErrorBody,
  ERRORS,
  errorsOf,
  ROUTES,
  type RouteDefinition,
  type RouteName,
} from '@acequia/contracts';
import { z } from 'zod';
import { texts, tokenTexts } from '../textos.js';

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** Converts Express's `/x/:id` to OpenAPI's `/x/{id}`. */
export const openApiPath = (path: string): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`;

const parameters = (schema: z.ZodType | undefined, place: 'path' | 'query' | 'header'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: described,
  }));
};

const answer = (route: RouteDefinition): Json => {
  if (route.status === 204) return { description: 'Hecho' };
  const [type, schema] =
    typeof route.response === 'string'
      ? [route.response, { type: 'string' }]
      : ['application/json', jsonSchema(route.response, 'output')];
  return { description: route.resumen, content: { [type]: { schema } } };
};

const ERROR = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };

/** The error answers of a route: for each status, the codes it may carry and the message of each code. */
const refusals = (route: RouteDefinition): Record<string, Json> => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const codigo of errorsOf(route)) {
    const { status } = ERRORS[codigo];
    byStatus.set(status, [...(byStatus.get(status) ?? []), codigo]);
  }
  const told = (codigo: ErrorCode): string => `\`${codigo}\`: ${ERRORS[codigo].texto}`;
  return Object.fromEntries(
    [...byStatus].map(([status, codigos]) => [
      String(status),
      { description: codigos.map(told).join('\n\n'), 'x-codigos': codigos, ...ERROR },
    ]),
  );
};

const operation = (name: RouteName, route: RouteDefinition): Json => ({
  operationId: name,
  tags: [name.includes('.') ? name.slice(0, name.indexOf('.')) : name],
  summary: route.resumen,
  ...(route.access === 'publico'
    ? { security: [] }
    : {
        description: `Pueden: ${route.access.join(', ')}. ${tokenTexts[route.token ?? 'none']}`,
        security: [{ sesion: [] }],
        'x-roles': route.access,
        'x-permiso': route.token,
      }),
  parameters: [
    ...parameters(route.params, 'path'),
    ...parameters(route.query, 'query'),
    ...parameters(route.headers, 'header'),
  ],
  ...(route.body && {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
  }),
  ...(route.bytes !== undefined && {
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  }),
  responses: { [route.status]: answer(route), ...refusals(route), default: { $ref: '#/components/responses/Error' } },
});

export const routeTable = Object.entries(ROUTES) as [RouteName, RouteDefinition][];

/** Builds the OpenAPI 3.1 document from the contract's routes alone. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const [name, route] of routeTable) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Acequia', version: '1', description: texts.api },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { sesion: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      responses: {
        Error: { description: 'Error', ...ERROR },
      },
    },
  };
};
