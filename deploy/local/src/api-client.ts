import {
  ROUTES,
  type RouteBodyInput,
  type RouteName,
  type RouteParamsInput,
  type RouteQueryInput,
  type RouteResponse,
} from '@acequia/contracts';

type Loose<T> = { [K in keyof T]: T[K] | number };
/** zod types a preprocessed field as `unknown` and required; such fields may all be left out. */
type Preprocessed<T> = { [K in keyof T]-?: unknown extends T[K] ? K : never }[keyof T];
type Relaxed<T> = T extends readonly (infer Item)[]
  ? Relaxed<Item>[]
  : T extends object
    ? { [K in keyof T as K extends Preprocessed<T> ? never : K]: Relaxed<T[K]> } & { [K in Preprocessed<T>]?: T[K] }
    : T;
/** Parts of a request as a client writes them; numbers are accepted where the URL needs text. */
export interface RouteInput<N extends RouteName> {
  params?: Loose<RouteParamsInput<N>>;
  query?: Loose<RouteQueryInput<N>>;
  body?: Relaxed<RouteBodyInput<N>>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An answer with a status other than 2xx. */
export class ApiFailure extends Error {
  constructor(
    readonly route: RouteName,
    readonly status: number,
    /** The answer's body: a contract error body when Acequia itself answered. */
    readonly body: { codigo?: string; mensaje?: string; detalles?: unknown },
  ) {
    super(`${route}: ${status} ${body.codigo ?? ''} ${body.mensaje ?? ''} ${JSON.stringify(body.detalles ?? '')}`);
    this.name = 'ApiFailure';
  }
}

/** Calls routes of the contract by name, as one person (or, without a token, anonymously). */
export class ApiClient {
  constructor(
    readonly http: string,
    readonly token?: string,
  ) {}

  static async login(http: string, email: string, password: string): Promise<ApiClient> {
    const { token } = await new ApiClient(http).call('auth.entrar', { body: { email, password } });
    return new ApiClient(http, token);
  }

  /** The raw answer, whatever its status. */
  raw<N extends RouteName>(name: N, input: RouteInput<N> = {}): Promise<Response> {
    const { method, path } = ROUTES[name];
    const params = (input.params ?? {}) as Record<string, unknown>;
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) query.set(key, String(value));
    const filled = path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(String(params[key])));
    return fetch(`${this.http}/api${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    });
  }

  /** The answer's body. Throws an {@link ApiFailure} unless the status is 2xx. */
  async call<N extends RouteName>(name: N, input: RouteInput<N> = {}): Promise<RouteResponse<N>> {
    const answer = await this.raw(name, input);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const body: unknown = isJson && text ? JSON.parse(text) : text;
    if (!answer.ok)
      throw new ApiFailure(name, answer.status, isJson ? (body as ApiFailure['body']) : { mensaje: text });
    return (body === '' ? {} : body) as RouteResponse<N>;
  }
}
