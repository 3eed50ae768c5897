import { ROUTES, type RouteDefinition, type RouteName } from '@acequia/contracts';
import { z } from 'zod';
import { asText, BODIES, type Entity, entityOf, type Ids, IN_BODY } from './access-matrix.targets.js';

export interface ApiRequest {
  params: Record<string, number | string>;
  query: Record<string, number | string>;
  body?: Record<string, unknown>;
}

/** One place of one route's request that holds an id. */
export interface Target {
  name: RouteName;
  /** e.g. `query.empresa_id`, `body.dispositivos`. */
  campo: string;
  entidad: Entity;
  /** The request with this id in that place, everything else being one's own. */
  con(ids: Ids, id: number): ApiRequest;
}

/**
 * Fields that look like ids: the panel of a site that a switch belongs to, and the trail's entidad_id, which only filters entries that
 * the caller may read: foreign and absent ids both find nothing (auditoria.spec). `device_id` is how a LoRaWAN server calls a node,
 * `session_key_id` the session of that node with it.
 */
const NO_SON_IDS = new Set([
  'switch_site_id',
  'shelly_id',
  'telegram_chat_id',
  'entidad_id',
  'device_id',
  'session_key_id',
]);

/** What a query must say besides ids. */
const ALSO_ASKED: Partial<Record<RouteName, Record<string, string>>> = {
  'lorawan.chirpstack': { event: 'up' },
  'dossieres.csv': { tabla: 'valvulas' },
};

export const served = (Object.entries(ROUTES) as [RouteName, RouteDefinition][]).filter(
  ([, route]) => route.access !== 'publico',
);

const keysOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const names: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, unknown> };
    if (properties) names.push(...Object.keys(properties));
    Object.values(node).forEach(walk);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return names;
};
const looksLikeId = (key: string): boolean =>
  !NO_SON_IDS.has(key) && (/(^id|_id)$/.test(key) || key === 'dispositivos' || key === 'switches');

/** A request about the own company that the route accepts. */
export const ownRequest = (name: RouteName, ids: Ids): ApiRequest => {
  const route: RouteDefinition = ROUTES[name];
  const fill = (schema: z.ZodType | undefined): Record<string, number | string> =>
    Object.fromEntries(
      keysOf(schema)
        .filter(looksLikeId)
        .map((key) => [key, asText(key, ids[entityOf(name, key)])]),
    );
  const body = BODIES[name]?.(ids);
  if (route.body && !body) throw new Error(`the access matrix has no body for ${name}: add one`);
  return { params: fill(route.params), query: { ...ALSO_ASKED[name], ...fill(route.query) }, ...(body && { body }) };
};

const targetsOf = ([name, route]: [RouteName, RouteDefinition]): Target[] => {
  const inAddress = (['params', 'query'] as const).flatMap((part) =>
    keysOf(route[part])
      .filter(looksLikeId)
      .map((key): Target => ({
        name,
        campo: `${part}.${key}`,
        entidad: entityOf(name, key),
        con: (ids, id) => {
          const apiRequest = ownRequest(name, ids);
          return { ...apiRequest, [part]: { ...apiRequest[part], [key]: asText(key, id) } };
        },
      })),
  );
  const inBody = Object.entries(IN_BODY[name] ?? {}).map(([key, [entidad, con]]): Target => ({
    name,
    campo: `body.${key}`,
    entidad,
    con: (ids, id) => ({ ...ownRequest(name, ids), body: con(ids, id) }),
  }));
  return [...inAddress, ...inBody];
};
export const targets: readonly Target[] = served.flatMap(targetsOf);

/** Ids in bodies that no target covers: `route: key`. */
export const untriedIds = (): string[] =>
  served.flatMap(([name, route]) =>
    keysOf(route.body)
      .filter((key) => looksLikeId(key) && !(key === 'switches' && name === 'switches.guardar_lote'))
      // Looked for only among the turns that the same body expands to.
      .filter((key) => !(key === 'turno_id' && name === 'programas.vista_previa'))
      // Judged value by value, see 8.
      .filter((key) => !(key === 'punto_id' && name === 'medidas.guardar'))
      .filter((key) => !(key in (IN_BODY[name] ?? {})))
      .map((key) => `${name}: ${key}`),
  );
