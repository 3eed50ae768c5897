import { fileURLToPath } from 'node:url';
import { baseEnv, isNetwork, listenHosts, textsByName } from '@acequia/service-kit';
import { z } from 'zod';

/** Fewest letters of a secret that somebody else sends. */
const MIN_SECRET = 16;
const Limite = z.coerce.number().int().min(1);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

/**
 * The proxies whose X-Forwarded-* headers are trusted: how many stand in front, or their addresses (`10.0.0.0/8, loopback`). "Everybody" is
 * not allowed: any client could then choose the address that the limits count.
 */
const TrustProxy = z
  .string()
  .default('0')
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((network) => network.trim())))
  .refine(
    (proxies) => typeof proxies === 'number' || proxies.every(isNetwork),
    'must be a number of proxies or their addresses',
  );

export const envSchema = baseEnv
  .extend({
    /** Addresses on which the public listener accepts connections. */
    ACEQUIA_HOST: listenHosts.default(['0.0.0.0']),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** PEM files; set both or neither. With both, the public listener speaks HTTPS only. */
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    /** The console's public URL, the only foreign Origin that is accepted. Absent: only the host of the request is accepted. */
    PUBLIC_URL: httpUrl.optional(),
    TRUST_PROXY: TrustProxy,
    /** The broker URL shown to people who set up boards. Absent: MQTT_PORT on the host of the console. */
    MQTT_PUBLIC_URL: z.url({ protocol: /^(mqtts?|wss?)$/, error: 'must be an mqtt:// or mqtts:// URL' }).optional(),
    /** Port of device-gateway's embedded broker; absent when boards connect to an external broker. */
    MQTT_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    /** Internal HTTP of telemetry-history, for exports. */
    TELEMETRY_HISTORY_URL: httpUrl,
    /** Folder of the built console. */
    WEB_ROOT: z.string().default(() => fileURLToPath(new URL('../../web/dist', import.meta.url))),
    /** Requests per person (per address without a session) in ten seconds. */
    RATE_LIMIT_SESSION: Limite.default(3_000),
    /** Refused requests without a valid session, per address in ten seconds; beyond this the client is told to wait. */
    RATE_LIMIT_REFUSED: Limite.default(300),
    /** Heavy requests (bulk saves, board registrations, exports) per company in a minute. */
    RATE_LIMIT_BULK: Limite.default(120),
    /** Login attempts per address in a minute: high, because many people may share one. auth-tenancy also slows down who guesses. */
    RATE_LIMIT_LOGIN: Limite.default(3_000),
    /** Headers that the provider of SMS sends with each reply, all of them; absent = replies by HTTP are refused. */
    SMS_REPLY_HEADERS: textsByName
      .refine((headers) => Object.values(headers).some((value) => value.length >= MIN_SECRET), 'must hold a secret')
      .optional(),
    /** Which of its fields say who, what, and how the provider calls the message; `data.from` is a field of a field. */
    SMS_REPLY_FIELDS: textsByName
      .pipe(z.object({ numero: z.string().min(1), texto: z.string().min(1), mensaje: z.string().min(1) }))
      .default({ numero: 'from', texto: 'text', mensaje: 'id' }),
    /** Live connections per person on this instance. */
    SOCKETS_PER_USER: Limite.default(50),
  })
  .refine((env) => (env.TLS_CERT === undefined) === (env.TLS_KEY === undefined), {
    message: 'and TLS_KEY go together',
    path: ['TLS_CERT'],
  });
export type Env = z.infer<typeof envSchema>;
