import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { baseEnv, listenHosts } from '@acequia/service-kit';
import { z } from 'zod';

const Limite = z.coerce.number().int().min(1);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

const REDES = new Set(['loopback', 'linklocal', 'uniquelocal']);
/** An address, a network in CIDR form, or one of Express's names for networks. */
const esRed = (text: string): boolean => {
  const [address = '', bits = '1', ...rest] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  const isNetwork = isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest;
  return rest.length === 0 && (REDES.has(text) || isNetwork);
};

/**
 * Who may say, in X-Forwarded-*, who the client is: how many proxies stand in front, or their addresses
 * (`10.0.0.0/8, loopback`). Never "everybody": then anyone could choose the address that limits count.
 */
const TrustProxy = z
  .string()
  .default('0')
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((network) => network.trim())))
  .refine(
    (proxies) => typeof proxies === 'number' || proxies.every(esRed),
    'must be a number of proxies or their addresses',
  );

export const envSchema = baseEnv
  .extend({
    /** Where the public door listens. */
    ACEQUIA_HOST: listenHosts.default(['0.0.0.0']),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Files in PEM form; both or none. With them the public door speaks HTTPS only. */
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    /** Where people reach the console; the only foreign Origin that is let in. Absent: only the host they asked for. */
    PUBLIC_URL: httpUrl.optional(),
    TRUST_PROXY: TrustProxy,
    /** Where boards connect to, as people are told; absent: MQTT_PORT of the host they reach the console at. */
    MQTT_PUBLIC_URL: z.url({ protocol: /^(mqtts?|wss?)$/, error: 'must be an mqtt:// or mqtts:// URL' }).optional(),
    /** device-gateway's own door to the boards; absent when they connect to an external broker. */
    MQTT_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    /** Internal HTTP of telemetry-history, for exports. */
    TELEMETRY_HISTORY_URL: httpUrl,
    /** The built console. */
    WEB_ROOT: z.string().default(() => fileURLToPath(new URL('../../web/dist', import.meta.url))),
    /** Requests of one person (of one address, without a session) in ten seconds. */
    RATE_LIMIT_SESSION: Limite.default(3_000),
    /** Refusals of those whom nobody knows, from one address, in ten seconds: past it they are told to wait. */
    RATE_LIMIT_REFUSED: Limite.default(300),
    /** Heavy requests (bulk saves, board registrations, exports) of one company in a minute. */
    RATE_LIMIT_BULK: Limite.default(120),
    /** Attempts to enter from one address in a minute; auth-tenancy slows each account by itself. */
    RATE_LIMIT_LOGIN: Limite.default(300),
    /** Live connections of one person on this instance. */
    SOCKETS_PER_USER: Limite.default(50),
  })
  .refine((env) => (env.TLS_CERT === undefined) === (env.TLS_KEY === undefined), {
    message: 'and TLS_KEY go together',
    path: ['TLS_CERT'],
  });
export type Env = z.infer<typeof envSchema>;
