/** Host and port of one server. */
export interface NodeAddress {
  host: string;
  port: number;
}

/** What every node asks of a client. */
export interface RedisAccess {
  username?: string;
  password?: string;
  tls?: object;
}

/** Where Redis is: one server, the nodes of a cluster, or the Sentinels that know which server is the primary. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | { kind: 'cluster'; nodes: NodeAddress[]; access: RedisAccess }
  | { kind: 'sentinel'; sentinels: NodeAddress[]; name: string; access: RedisAccess };

const FORM = /^(rediss?)(\+sentinel)?:\/\/(.+)$/;
const REDIS_PORT = 6_379;
const SENTINEL_PORT = 26_379;

export const REDIS_URL_FORMS =
  'must be a redis:// or rediss:// URL, several of them separated by commas (a cluster), or redis+sentinel://host:port,…/name';

/**
 * Reads `redis://host:port`, `redis://user:password@host:port,host:port` (the nodes of a cluster; each may be a URL of its own)
 * or `redis+sentinel://user:password@host:port,host:port/name`. All nodes share one user and password.
 * @throws Error with {@link REDIS_URL_FORMS}, never with the text
 */
export const readRedisAddress = (text: string): RedisAddress => {
  const [, scheme, sentinel, rest] = FORM.exec(text) ?? [];
  if (!scheme || !rest) throw new Error(REDIS_URL_FORMS);
  if (!sentinel && !rest.includes(',')) return { kind: 'server', url: parse(text).href };
  const [list, name, ...more] = sentinel ? rest.split('/') : [rest];
  const urls = list!.split(',').map((part) => parse(part.includes('://') ? part : `${scheme}://${part}`));
  if (urls.some(({ pathname, search }) => !/^\/?$/.test(pathname) || search)) throw new Error(REDIS_URL_FORMS);
  const own = urls.find(({ password }) => password);
  const access: RedisAccess = {
    ...(own?.username && { username: decodeURIComponent(own.username) }),
    ...(own && { password: decodeURIComponent(own.password) }),
    ...(scheme === 'rediss' && { tls: {} }),
  };
  const nodes = urls.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (sentinel ? SENTINEL_PORT : REDIS_PORT),
  }));
  if (!sentinel) return { kind: 'cluster', nodes, access };
  if (!name || more.length > 0) throw new Error(REDIS_URL_FORMS);
  return { kind: 'sentinel', sentinels: nodes, name, access };
};

export const isRedisAddress = (text: string): boolean => {
  try {
    return readRedisAddress(text) !== undefined;
  } catch {
    return false;
  }
};

const parse = (url: string): URL => {
  try {
    const parsed = new URL(url);
    if (parsed.hostname && /^redis/.test(parsed.protocol)) return parsed;
  } catch {
    // Reported below, without the text: it contains a password.
  }
  throw new Error(REDIS_URL_FORMS);
};
