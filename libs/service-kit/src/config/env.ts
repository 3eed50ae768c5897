import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Service } from '@acequia/contracts';
import { z } from 'zod';
import { isRedisAddress, REDIS_URL_FORMS } from '../redis/redis-address.js';

const Puerto = z.coerce.number().int().min(0).max(65_535);
const redisUrl = z.string().refine(isRedisAddress, REDIS_URL_FORMS);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });

/** Addresses to listen on, comma-separated: `127.0.0.1,::1`. */
export const listenHosts = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim()))
  .refine((hosts) => hosts.every((host) => isIP(host) > 0), 'must be IP addresses, separated by commas');

/** A JSON object of texts, as headers are: `{"authorization":"Bearer …"}`. */
export const textsByName = z.string().transform((text, context): Record<string, string> => {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object of strings' });
    return z.NEVER;
  }
});

/** Environment variables of every service. Apps `.extend()` it with their own. */
export const baseEnv = z.object({
  ACEQUIA_SECRET_KEY: z.string().min(32, 'must have at least 32 characters'),
  /** A second key, accepted but never used to sign or seal, while the installation's key is rotated. */
  ACEQUIA_SECRET_KEY_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  /**
   * Optional because api-gateway has no database; DatabaseModule requires it. {@link loadEnv} prefers DATABASE_URL_<SERVICE>, whose
   * role sees only the service's own schema.
   */
  DATABASE_URL: postgresUrl.optional(),
  /**
   * PostgreSQL itself where DATABASE_URL is a pooler in transaction mode: for migrations, ingest and exports, which need a session.
   * {@link loadEnv} adds the user of DATABASE_URL when it names none.
   */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** A standby of PostgreSQL itself, for reading history. {@link loadEnv} adds the user of DATABASE_URL when it names none. */
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  /**
   * `rehearse` runs the waiting migrations, takes them back and ends the process: an upgrade that they would stop is refused before it
   * begins. `back` starts on a schema that the next version has migrated, after an upgrade that failed.
   */
  MIGRATIONS: z.enum(['run', 'rehearse', 'back']).default('run'),
  /** Maximum number of Postgres connections of one instance. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(8),
  /** Longest wait for a connection from Postgres or from a full pool, ms; after it the request answers 503. */
  DATABASE_CONNECT_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(3_000),
  REDIS_URL: redisUrl,
  /** {@link loadEnv} sets it to REDIS_URL when absent. */
  REDIS_VOLATILE_URL: redisUrl,
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  /** 0 = any free port. */
  INTERNAL_PORT: Puerto.default(0),
  /** Folders whose file systems are measured for /metrics, comma-separated. */
  DISK_PATHS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean),
    ),
  /** Where traces go over OTLP/HTTP, e.g. `http://collector:4318`; absent = no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  /** A process whose event loop has not turned for this long ends itself, s. */
  HANG_LIMIT_S: z.coerce.number().int().min(1).max(3_600).default(30),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Identifies this process among the instances of its service, in logs and in Redis consumer names. */
  INSTANCE_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'may hold letters, digits, ".", "_" and "-"')
    .default(() => randomBytes(4).toString('hex')),
});
export type BaseEnv = z.infer<typeof baseEnv>;

/** An empty variable counts as absent, because compose files and unit files write unset variables that way. */
const withoutEmpty = (source: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(source).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );

/** One line that says which variables are wrong and why. It never contains a value, because any value may be a secret. */
export const describeEnvError = (error: z.ZodError, source: Record<string, unknown>): string => {
  const problems = error.issues.map((issue) => {
    const name = issue.path.join('.') || 'environment';
    return `${name} ${name in source || issue.path.length === 0 ? issue.message : 'is missing'}`;
  });
  return `Bad environment: ${[...new Set(problems)].join('; ')}`.replaceAll('\n', ' ');
};

const ownDatabase = (service: Service): string => `DATABASE_URL_${service.toUpperCase().replaceAll('-', '_')}`;

/** Variables that may also come from a file, the way containers receive secrets: NAME_FILE holds the path. */
const FROM_FILES =
  /^(ACEQUIA_SECRET_KEY|ACEQUIA_SECRET_KEY_PREVIOUS|ACEQUIA_ADMIN_PASSWORD|DATABASE_URL(_[A-Z_]+?)?|DATABASE_DIRECT_URL|DATABASE_REPLICA_URL|REDIS_URL|REDIS_VOLATILE_URL|MQTT_URL|MQTT_EMQX_SECRET|SMTP_URL|FORECAST_API_KEY|VAPID_PRIVATE_KEY)_FILE$/;

/** @throws a message for the operator when a file cannot be read */
const withFiles = (values: Record<string, string>): Record<string, string> => {
  const all = { ...values };
  for (const [name, path] of Object.entries(values)) {
    const variable = FROM_FILES.exec(name)?.[1];
    if (variable === undefined || values[variable] !== undefined) continue;
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (text !== '') all[variable] = text;
    } catch {
      throw new Error(`Bad environment: ${name} names a file that cannot be read`);
    }
  }
  return all;
};

const refuse = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const filesOrRefuse = (values: Record<string, string>): Record<string, string> => {
  try {
    return withFiles(values);
  } catch (error) {
    return refuse((error as Error).message);
  }
};

/** The `other` URL, with user and password of `main` when it has none of its own. */
const withUserOf = (main: string, other: string): string => {
  if (!URL.canParse(main) || !URL.canParse(other)) return other;
  const [from, to] = [new URL(main), new URL(other)];
  if (to.username === '') [to.username, to.password] = [from.username, from.password];
  return to.href;
};

/** Validates a service's environment against the app's schema. A bad value writes one line to stderr and exits with 1. */
export const loadEnv = <T extends z.ZodType>(
  schema: T,
  source: NodeJS.ProcessEnv = process.env,
  service?: Service,
): z.output<T> => {
  const values = filesOrRefuse(withoutEmpty(source));
  const own = service && values[ownDatabase(service)];
  if (own) values['DATABASE_URL'] = own;
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']) {
    const { DATABASE_URL: main, [name]: other } = values;
    if (main && other) values[name] = withUserOf(main, other);
  }
  if (values['REDIS_URL'] !== undefined) values['REDIS_VOLATILE_URL'] ??= values['REDIS_URL'];
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  return refuse(describeEnvError(result.error, values));
};
