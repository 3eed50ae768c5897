import { ERRORS, isKeyed, ROUTES, type ErrorCode, type RouteDefinition, type RouteName } from '@acequia/contracts';
import type { z } from 'zod';
import { noteFault } from './faults.js';
import { late } from './late.js';

/** What a page sent. */
export interface Sent {
  name: RouteName;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A refusal with the code's own status and sentence; `texto` replaces the sentence. */
export class Refusal {
  constructor(
    readonly codigo: ErrorCode,
    readonly texto: string = ERRORS[codigo].texto,
    readonly extra: object = {},
  ) {}
}

type Reply = (sent: Sent) => unknown;

/**
 * Stands for api-gateway in a component test: answers calls by the name of their route. What a call sends (path, query, body) and what it is
 * answered are checked against the contract's schemas, so a test cannot rely on a call that the real server refuses, nor on an answer that it
 * never gives. A call without an answer, or one that the schemas refuse, fails the test.
 */
export class Server {
  readonly sent: Sent[] = [];
  private readonly replies = new Map<RouteName, Reply>();

  /** `reply` is the answer, or makes it from the request; a Refusal becomes an error, a promise may stay open. */
  answer(name: RouteName, reply: unknown): this {
    this.replies.set(name, typeof reply === 'function' ? (reply as Reply) : () => reply);
    return this;
  }

  answers(name: RouteName): boolean {
    return this.replies.has(name);
  }

  /** Every further call of the route is refused. */
  refuse(name: RouteName, codigo: ErrorCode = 'servicio_no_disponible'): this {
    return this.answer(name, new Refusal(codigo));
  }

  /** The calls that change something, in order. */
  get writings(): Sent[] {
    return this.sent.filter(({ name }) => ROUTES[name].method !== 'GET');
  }

  readonly fetch = async (input: string, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, window.location.origin);
    // The console looks for a newer version of its own page.
    if (!url.pathname.startsWith('/api/')) return new Response('<!doctype html>');
    const found = find(method, url.pathname.replace(/^\/api/, ''));
    if (!found) throw noteFault(new Error(`No route of the contract is ${method} ${url.pathname}`));
    const sent = {
      ...found,
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body,
    };
    this.sent.push(sent);
    const reply = this.replies.get(found.name);
    if (!reply) throw noteFault(new Error(`The test has no answer for ${found.name}`));
    const route: RouteDefinition = ROUTES[found.name];
    if (isKeyed(route) && !new Headers(headers).has('idempotency-key'))
      throw noteFault(new Error(`The console sent ${found.name} without an Idempotency-Key`));
    check(`The console sent to ${found.name} what the server refuses`, () => {
      route.params?.parse(sent.params);
      route.query?.parse(sent.query);
      route.body?.parse(sent.body);
    });
    await late(found.name);
    const answer = await reply(sent);
    return check(`The server never answers ${found.name} like this`, () => responseOf(route, answer));
  };
}

function check<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw noteFault(new Error(`${what}: ${(error as Error).message}`, { cause: error }));
  }
}

function responseOf({ status, response }: RouteDefinition, answer: unknown): Response {
  if (answer instanceof Refusal) {
    const { codigo, texto, extra } = answer;
    return Response.json({ codigo, mensaje: texto, ...extra }, { status: ERRORS[codigo].status });
  }
  if (status === 204) return new Response(null, { status });
  if (typeof response === 'string') return new Response(answer as string, { status });
  return Response.json((response as z.ZodType).parse(answer), { status });
}

/** Literal paths come first: /empresas/select is no /empresas/:id. */
const TABLE = (Object.entries(ROUTES) as [RouteName, RouteDefinition][])
  .map(([name, { method, path }]) => ({
    name,
    method,
    pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    params: path.split(':').length,
  }))
  .sort((a, b) => a.params - b.params);

function find(method: string, path: string): { name: RouteName; params: Record<string, string> } | null {
  for (const { name, method: wanted, pattern } of TABLE) {
    const match = method === wanted ? pattern.exec(path) : null;
    if (match) return { name, params: { ...match.groups } };
  }
  return null;
}
