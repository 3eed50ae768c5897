import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient, freePort, readEnvironment, Stack, type RunJson } from '@acequia/local';
import { Redis } from 'ioredis';
import { testDatabase } from './test-database.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface AcequiaOptions {
  /** Instances of each service; default 1. */
  instances?: number;
  /** Data folder, kept after {@link RunningAcequia.stop}; default: a temporary folder. */
  folder?: string;
  /** Further variables, e.g. an external MQTT_URL, or a service's own (RATE_LIMIT_LOGIN). */
  env?: Record<string, string>;
  /** Uses the test run's PostgreSQL, which is fast but not crash-safe: only for tests that do not kill a database. */
  quick?: boolean;
  /** Folder of the built repository that services run from; default: this one. */
  root?: string;
}

/** Processes of this test, or of another process. */
type Backing = Pick<Stack, 'run' | 'doors' | 'partPids' | 'roll' | 'rotateKey' | 'finishRotation' | 'stop'>;

const notOurs = (): Promise<never> => Promise.reject(new Error('another process runs this Acequia'));

/** The first admin_global of an Acequia that a test started. */
export const ADMIN = { email: 'raiz@acequia.test', password: 'clave-de-pruebas-1' };

/** What the users of the services were refused in the Redis servers of this Acequia, since the last look. */
const refusedByRedis = async (stack: Backing): Promise<string[]> => {
  const told: string[] = [];
  for (const url of addressesOf(stack)) {
    const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null, commandTimeout: 2_000 });
    redis.on('error', () => undefined);
    // A test may have ended the server, or stopped it: then it cannot tell.
    const log = (await redis.call('ACL', 'LOG').catch(() => [])) as unknown[][];
    told.push(...log.map((entry) => entry.slice(2, 10).join(' ')));
    await redis.call('ACL', 'LOG', 'RESET').catch(() => undefined);
    redis.disconnect();
  }
  return told;
};

/** Of single servers; an Acequia that did not start has none. */
const addressesOf = (stack: Backing): string[] => {
  try {
    return [stack.run.redis, stack.run.redis_volatile].filter((url) => URL.canParse(url) && !url.includes(','));
  } catch {
    return [];
  }
};

/** The whole built system, with its own Redis (and PostgreSQL unless `quick`), on free ports and in its own folder. */
export class RunningAcequia {
  private constructor(
    private readonly stack: Backing,
    private readonly folder: string,
    private readonly clear: () => Promise<unknown> | unknown,
  ) {}

  /** An Acequia that another process runs in this data folder: {@link stop} does not stop it. */
  static borrow(folder: string): RunningAcequia {
    const run = (): RunJson => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunJson;
    const { http, mqtt } = run();
    const stack: Backing = {
      get run() {
        return run();
      },
      doors: { http: [http], mqtt: [mqtt], health: [] },
      partPids: {},
      roll: notOurs,
      rotateKey: notOurs,
      finishRotation: notOurs,
      stop: () => Promise.resolve(),
    };
    return new RunningAcequia(stack, folder, () => undefined);
  }

  static async start(options: AcequiaOptions = {}): Promise<RunningAcequia> {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'acequia-'));
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755); // PostgreSQL runs as another user when this process is root.
    const database = options.quick ? await testDatabase() : null;
    const environment = readEnvironment({
      ACEQUIA_DATA: folder,
      ACEQUIA_DEMO: '0',
      ACEQUIA_ADMIN_EMAIL: ADMIN.email,
      ACEQUIA_ADMIN_PASSWORD: ADMIN.password,
      ACEQUIA_INSTANCES: String(options.instances ?? 1),
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
      ...(database && { DATABASE_URL: database.url }),
      ...options.env,
    });
    const lines: string[] = [];
    const stack = new Stack({
      environment,
      root: options.root ?? ROOT,
      say: (line) => lines.push(line),
      diesWithUs: true,
      inherit: { ...process.env, ...options.env },
    });
    const keeps = options.folder !== undefined;
    const running = new RunningAcequia(stack, folder, async () => {
      await database?.drop();
      if (!keeps) rmSync(folder, { recursive: true, force: true });
    });
    try {
      await stack.start();
    } catch (error) {
      await running.stop();
      throw new Error([(error as Error).message, ...lines].join('\n'), { cause: error });
    }
    return running;
  }

  /** Content of run.json: addresses, databases, pids of the services. Changes when a service restarts. */
  get run(): RunJson {
    return this.stack.run;
  }
  /** Address of the first api-gateway, e.g. `http://127.0.0.1:34567`. */
  get http(): string {
    return this.run.http;
  }
  /** Address of the first device-gateway's MQTT door (or of the external broker). */
  get mqtt(): string {
    return this.run.mqtt;
  }
  /** Doors of every instance. */
  get doors(): { http: string[]; mqtt: string[]; health: string[] } {
    return this.stack.doors;
  }
  get databaseUrl(): string {
    return this.run.postgres;
  }
  /** pids per service, in the order of the instances; one that is down is missing. */
  get services(): Record<string, number[]> {
    return this.run.services;
  }
  /** pids of `postgres`, `redis` and `redis-volatile`. */
  get parts(): Record<string, number> {
    return this.stack.partPids;
  }
  /** Where logs, run.json and the databases lie until {@link stop}. */
  get dataFolder(): string {
    return this.folder;
  }

  /** Restarts every instance of every service, one after another. */
  roll(): Promise<void> {
    return this.stack.roll();
  }
  /** Rotates the installation's key as `npm run rotate-key` does; {@link finishRotation} drops the previous one. */
  rotateKey(): Promise<void> {
    return this.stack.rotateKey();
  }
  finishRotation(): Promise<void> {
    return this.stack.finishRotation();
  }

  /** Routes of the contract with this person's token, or without one. `http` picks another instance's door. */
  api(token?: string, http = this.http): ApiClient {
    return new ApiClient(http, token);
  }

  /** Logs in; throws an ApiFailure when it is refused. */
  login(email: string, password: string): Promise<ApiClient> {
    return ApiClient.login(this.http, email, password);
  }

  /** As the first admin_global. */
  loginAdmin(): Promise<ApiClient> {
    return this.login(ADMIN.email, ADMIN.password);
  }

  /** Ends every process and removes the data, unless its folder was given. @throws when Redis refused a service what it does */
  async stop(): Promise<void> {
    const refused = await refusedByRedis(this.stack);
    await this.stack.stop();
    await this.clear();
    if (refused.length > 0) throw new Error(`Redis refused what a service does: ${refused.join('; ')}`);
  }
}

export const startAcequia = (options?: AcequiaOptions): Promise<RunningAcequia> => RunningAcequia.start(options);
