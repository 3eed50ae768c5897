import { RETENTION_DAYS_DEFAULT } from '@acequia/contracts';
import { baseEnv, listenHosts, networks, READINGS_SHARDS, RELAY_CLOUD_ALLOWED_HOSTS } from '@acequia/service-kit';
import { z } from 'zod';

const Puerto = z.coerce.number().int().min(0).max(65_535);
const integer = (min: number, max: number, value: number) => z.coerce.number().int().min(min).max(max).default(value);

export const envSchema = baseEnv
  .extend({
    /** An external broker (`mqtt://user:password@host:1883`); absent = boards connect to this process. */
    MQTT_URL: z
      .url({ protocol: /^(mqtts?|wss?)$/, error: 'must be an mqtt://, mqtts://, ws:// or wss:// URL' })
      .optional(),
    /** Connections that share the telemetry of an external broker: each handles one message at a time. */
    MQTT_CONNECTIONS: integer(1, 64, 8),
    /**
     * Stable name of this instance at the external broker, unique per instance: its sessions then outlive a crash, and the broker
     * delivers the messages that it acknowledged meanwhile. Without a name the sessions are clean.
     */
    MQTT_CLIENT_NAME: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'may hold letters, digits, ".", "_" and "-"')
      .optional(),
    /** How the external broker learns its accounts: it is told (Mosquitto), it asks (EMQX), or the operator maintains them (`none`). */
    MQTT_BROKER_AUTH: z.enum(['mosquitto-dynsec', 'emqx', 'none']).default('mosquitto-dynsec'),
    /** EMQX's requests carry it: `Authorization: Bearer …`. */
    MQTT_EMQX_SECRET: z.string().min(24, 'must have at least 24 characters').optional(),
    /** With an external broker, how long a silent board counts as connected, s. */
    MQTT_SILENCE_S: integer(10, 3_600, 120),

    /** Addresses on which the gateway listens for boards. */
    ACEQUIA_HOST: listenHosts.default(['0.0.0.0']),
    /** 0 = any free port. */
    MQTT_PORT: Puerto.default(1883),
    MQTT_TLS_PORT: Puerto.default(8883),
    /** PEM files; set both or none. */
    MQTT_TLS_CERT: z.string().optional(),
    MQTT_TLS_KEY: z.string().optional(),
    /** 1 = every connection begins with the header of the PROXY protocol, version 1 or 2, on both listeners. */
    MQTT_PROXY_PROTOCOL: z
      .enum(['0', '1'])
      .default('0')
      .transform((text) => text === '1'),
    /** The balancers that may connect then: the header of anybody else would be a lie. */
    MQTT_TRUSTED_PROXIES: networks.default(['loopback']),
    /** Longest time a PUBACK waits for its append, ms; past it the connection is closed and the board sends again. */
    MQTT_HOLD_MAX_MS: integer(500, 60_000, 8_000),
    /** Time a socket has to send its whole CONNECT, ms. */
    MQTT_CONNECT_TIMEOUT_MS: integer(500, 60_000, 10_000),
    MQTT_MAX_CONNECTIONS: integer(10, 200_000, 20_000),
    /** Most sockets that have not sent CONNECT yet; past it the oldest of them is dropped. */
    MQTT_MAX_PENDING: integer(10, 200_000, 6_000),
    /** A refused login waits this long and is checked again: its board may have been registered just now. */
    MQTT_REFUSAL_DELAY_MS: integer(0, 10_000, 1_500),

    /** Into how many shards readings are divided, by their board; absent = 1, or 16 on a Redis Cluster. telemetry-history has it too. */
    READINGS_SHARDS,
    /** Most memory the readings may take, all shards together, bytes; past it nothing is acknowledged and boards keep their data. */
    READINGS_MAX_BYTES: integer(1_000_000, Number.MAX_SAFE_INTEGER, 1_073_741_824),
    /**
     * Records (a sensor value, a relay report) that a board may send: at once, then per second and per day. Past that its samples wait,
     * and nothing is lost. The burst lets a board send at once what it has kept for weeks.
     */
    QUOTA_BOARD_BURST: integer(1, 1e9, 500_000),
    QUOTA_BOARD_PER_S: integer(1, 1e9, 200),
    QUOTA_BOARD_PER_DAY: integer(1, 1e12, 3_000_000),
    /** The same for all boards of a company. */
    QUOTA_COMPANY_BURST: integer(1, 1e9, 20_000_000),
    QUOTA_COMPANY_PER_S: integer(1, 1e9, 50_000),
    QUOTA_COMPANY_PER_DAY: integer(1, 1e12, 500_000_000),
    RELAY_CLOUD_ALLOWED_HOSTS,
    /** How often a watched device is read from the relay cloud, ms; RELAY_POLL_MS is for the others. */
    RELAY_POLL_WATCHED_MS: integer(1_000, 600_000, 15_000),
    RELAY_POLL_MS: integer(1_000, 3_600_000, 60_000),
    RETENTION_DAYS: integer(1, 36_500, RETENTION_DAYS_DEFAULT),
    /** 1 = boards with our own firmware may be updated from the console: nobody has tried that on a chip yet. */
    UPDATES_OWN_FIRMWARE: z
      .enum(['0', '1'])
      .default('0')
      .transform((text) => text === '1'),
    /** Dead letters kept per board. */
    DESCARTES_POR_PLACA: integer(1, 10_000, 500),
  })
  .refine((env) => (env.MQTT_TLS_CERT === undefined) === (env.MQTT_TLS_KEY === undefined), {
    message: 'and MQTT_TLS_KEY go together',
    path: ['MQTT_TLS_CERT'],
  })
  .refine((env) => env.MQTT_BROKER_AUTH !== 'emqx' || env.MQTT_EMQX_SECRET !== undefined, {
    message: 'is required with MQTT_BROKER_AUTH=emqx',
    path: ['MQTT_EMQX_SECRET'],
  });
export type GatewayEnv = z.infer<typeof envSchema>;
