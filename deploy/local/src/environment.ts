import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isIP } from 'node:net';
import { z } from 'zod';
import { DATABASE_VARIABLES, type DatabaseVariable } from './service-names.js';

const integer = (min: number, max: number, message: string) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message);
const port = integer(1, 65_535, 'debe ser un puerto entre 1 y 65535');

const url = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      message: `debe empezar con ${protocols.map((protocol) => `${protocol}//`).join(' o ')}`,
    })
    .optional();

/** Its exact form is checked by the services. */
const redisUrl = z
  .string()
  .regex(
    /^(rediss?(\+sentinel)?):\/\/[^/\s]/,
    'debe empezar con redis:// o rediss://, o redis+sentinel:// ante centinelas',
  )
  .optional();

const file = z
  .string()
  .refine((path) => existsSync(path), { message: 'es un archivo que no existe' })
  .optional();

const postgresUrl = url('postgres:', 'postgresql:');
const databaseUrls = Object.fromEntries(
  Object.values(DATABASE_VARIABLES).map((variable) => [variable, postgresUrl]),
) as Record<DatabaseVariable, typeof postgresUrl>;

/** Loopback addresses. */
export const LOOPBACK = '127.0.0.1,::1';

/** Addresses, e.g. `0.0.0.0` or `127.0.0.1,::1`. */
const hosts = z
  .string()
  .refine(
    (text) => text.split(',').every((host) => isIP(host.trim()) > 0),
    'debe ser una dirección IP, o varias con comas',
  );

const EnvironmentSchema = z
  .object({
    PORT: port.default(3000),
    MQTT_PORT: port.default(1883),
    ACEQUIA_DATA: z
      .string()
      .default('.data')
      .transform((path) => resolve(path)),
    /** Listen addresses of console and MQTT: loopback only while the demo's accounts exist, because their passwords are public. */
    ACEQUIA_HOST: hosts.optional(),
    /** Demo data and simulators. */
    ACEQUIA_DEMO: z
      .enum(['0', '1'], 'debe ser 0 o 1')
      .default('1')
      .transform((text) => text === '1'),
    ACEQUIA_ADMIN_EMAIL: z.email('debe ser un correo').optional(),
    ACEQUIA_ADMIN_PASSWORD: z.string().min(8, 'debe tener al menos 8 caracteres').optional(),
    ACEQUIA_SECRET_KEY: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
    /** Accepted beside ACEQUIA_SECRET_KEY while it is rotated. */
    ACEQUIA_SECRET_KEY_PREVIOUS: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
    /** Instances of each service; the first api-gateway gets PORT, the others a free port. */
    ACEQUIA_INSTANCES: integer(1, 8, 'debe ser un número entre 1 y 8').default(1),
    /** Folder for the embedded PostgreSQL's WAL segments: allows a restore to any time after a backup. */
    ACEQUIA_WAL_ARCHIVE: z
      .string()
      .regex(/^[^"'%\\]+$/, 'no puede llevar comillas, % ni \\')
      .transform((path) => resolve(path))
      .optional(),
    DATABASE_URL: postgresUrl,
    ...databaseUrls,
    REDIS_URL: redisUrl,
    REDIS_VOLATILE_URL: redisUrl,
    MQTT_URL: url('mqtt:', 'mqtts:', 'ws:', 'wss:'),
    /** How an external broker gets its board accounts; default: that of the services. */
    MQTT_BROKER_AUTH: z.enum(['mosquitto-dynsec', 'emqx', 'none'], 'debe ser mosquitto-dynsec, emqx o none').optional(),
    /** What EMQX's questions to device-gateway carry. */
    MQTT_EMQX_SECRET: z.string().min(24, 'debe tener al menos 24 caracteres').optional(),
    /** HTTPS for the console, and TLS for boards unless they have their own certificate. */
    TLS_CERT: file,
    TLS_KEY: file,
    MQTT_TLS_CERT: file,
    MQTT_TLS_KEY: file,
    MQTT_TLS_PORT: port.default(8883),
    PUBLIC_URL: url('http:', 'https:'),
    TRUST_PROXY: z.string().optional(),
  })
  .superRefine((env, context) => {
    const together = (one: keyof typeof env, two: keyof typeof env): void => {
      if ((env[one] === undefined) === (env[two] === undefined)) return;
      const missing = env[one] === undefined ? one : two;
      context.addIssue({ code: 'custom', path: [missing], message: `falta: ${one} y ${two} van juntas` });
    };
    together('TLS_CERT', 'TLS_KEY');
    together('MQTT_TLS_CERT', 'MQTT_TLS_KEY');
    together('ACEQUIA_ADMIN_EMAIL', 'ACEQUIA_ADMIN_PASSWORD');
  })
  .transform((env) => ({
    ...env,
    ACEQUIA_HOST: env.ACEQUIA_HOST ?? (env.ACEQUIA_DEMO ? LOOPBACK : '0.0.0.0'),
    MQTT_TLS_CERT: env.MQTT_TLS_CERT ?? env.TLS_CERT,
    MQTT_TLS_KEY: env.MQTT_TLS_KEY ?? env.TLS_KEY,
  }));

/** Every variable of `npm start` that a person may set, with its default. */
export type Environment = z.infer<typeof EnvironmentSchema>;

/** An error for the person at the terminal: one Spanish line, no stack. */
export class StartError extends Error {}

/** Reads and checks the variables; an empty one counts as absent. @throws StartError that names each bad one, never its value */
export const readEnvironment = (source: NodeJS.ProcessEnv): Environment => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = EnvironmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new StartError(`Configuración inválida: ${[...new Set(faults)].join('; ')}.`);
};
