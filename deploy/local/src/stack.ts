import { DataFolder, KEY_FILES, type Keys } from './data-folder.js';
import { StartError, type Environment } from './environment.js';
import { askHealth, isHealthy } from './health.js';
import { checkPublicPorts, layOut, type Doors } from './layout.js';
import { prepareParts, type LocalParts } from './parts.js';
import { freePort } from './ports.js';
import { waitUntil, type ProcessSpec } from './process-spec.js';
import { RotatingLog } from './rotating-log.js';
import { writeRunJson, type RunJson } from './run-json.js';
import type { ServiceName } from './service-names.js';
import { serviceSpec, type InstancePorts } from './services.js';
import { SupervisedProcess } from './supervisor.js';

export interface StackOptions {
  environment: Environment;
  /** Folder of the repository, with everything built. */
  root: string;
  /** Receives short Spanish lines for a person. */
  say: (line: string) => void;
  /** Environment for the services, e.g. RATE_LIMIT_LOGIN; default process.env. */
  inherit?: NodeJS.ProcessEnv;
  /** For tests: no child outlives this process, even when it is killed. */
  diesWithUs?: boolean;
  /** Fills a new installation before the public ports open: `http` is the address of a temporary api-gateway. */
  beforeOpening?: ((http: string) => Promise<void>) | undefined;
}

/** Consecutive deaths before Acequia is first ready after which a service is given up. */
const HOPELESS = 5;
const READY_MS = 180_000;
/** Grace periods of a stop, ms. Their sum stays below the ten seconds that a stop may take; `rolling` is of one process, while others serve. */
const PATIENCE = { simulators: 1_000, gateway: 2_500, services: 3_000, parts: 2_500, rolling: 15_000 };

const startAll = async (list: SupervisedProcess[]): Promise<void> => {
  await Promise.all(list.map((process_) => process_.start()));
};

/** The whole of Acequia as child processes: its parts, its services and, when asked for, further helpers such as the simulators. */
export class Stack {
  private readonly services = new Map<ServiceName, SupervisedProcess[]>();
  private readonly parts: SupervisedProcess[] = [];
  private readonly extras: SupervisedProcess[] = [];
  private stopping: Promise<void> | null = null;
  private readonly halt = new AbortController();
  private isReady = false;
  private giveUp: (error: StartError) => void = () => undefined;
  /** Rejects when a service cannot be started at all. */
  private readonly hopeless = new Promise<never>((_resolve, reject) => (this.giveUp = reject));
  private urls: Omit<RunJson, 'services'> | null = null;
  doors: Doors = { http: [], mqtt: [], health: [] };

  private readonly keys: Keys = { current: '' };
  private readonly internalPorts = new Map<ServiceName, number[]>();
  private rolling: Promise<void> = Promise.resolve();

  readonly data: DataFolder;
  private taken = false;

  constructor(private readonly options: StackOptions) {
    this.hopeless.catch(() => undefined);
    this.data = new DataFolder(options.environment.ACEQUIA_DATA);
  }

  /**
   * Starts everything and resolves once GET /api/health is 200. On failure, or when {@link stop} is called meanwhile, stops
   * what was started.
   */
  async start(): Promise<void> {
    try {
      await Promise.race([this.bringUp(), this.hopeless]);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  get run(): RunJson {
    if (!this.urls) throw new Error('not started');
    const services = Object.fromEntries(
      [...this.services].map(([name, instances]) => [name, instances.flatMap(({ pid }) => pid ?? [])]),
    );
    return { ...this.urls, services };
  }

  /** pids of PostgreSQL and the Redis servers that run here, by name. */
  get partPids(): Record<string, number> {
    return Object.fromEntries(this.parts.flatMap(({ name, pid }) => (pid === null ? [] : [[name, pid]])));
  }

  /** Runs one more process until the stack stops; it is the first to be stopped. */
  async add(spec: ProcessSpec): Promise<void> {
    const extra = this.supervise(spec);
    this.extras.push(extra);
    await extra.start();
  }

  /** Restarts every instance of every service, one after another: the next only when the one before is healthy again. */
  roll(): Promise<void> {
    return (this.rolling = this.rolling.catch(() => undefined).then(() => this.rollAll()));
  }

  /**
   * Takes the keys that `npm run rotate-key` left in the data folder. A new key is accepted by every instance before the first one
   * uses it, so two instances of each service rotate without a refused call.
   */
  async takeKeys(): Promise<void> {
    const { environment } = this.options;
    const next = environment.ACEQUIA_SECRET_KEY ? undefined : this.data.keyIn(KEY_FILES.next);
    if (next !== undefined) {
      Object.assign(this.keys, { previous: next });
      await this.roll();
      this.data.promoteNextKey();
    }
    Object.assign(this.keys, this.data.keys(environment));
    await this.roll();
  }

  /** Begins a rotation of the key, or resumes one that was cut short. */
  async rotateKey(): Promise<void> {
    this.data.prepareNextKey();
    await this.takeKeys();
  }

  /** Drops the previous key. */
  async finishRotation(): Promise<void> {
    this.data.dropPreviousKey();
    await this.takeKeys();
  }

  private async rollAll(): Promise<void> {
    for (const [service, instances] of this.services)
      for (const [n, instance] of instances.entries()) {
        this.halt.signal.throwIfAborted();
        await instance.restart(PATIENCE.rolling);
        const port = this.internalPorts.get(service)?.[n] ?? 0;
        if (!(await waitUntil(() => isHealthy(port), READY_MS, 100, this.halt.signal)))
          throw new StartError(`${instance.name} no volvió tras reiniciarlo: ${instance.lastLine}`);
      }
  }

  /** Stops everything in order, within ten seconds. Safe to call again. */
  stop(): Promise<void> {
    this.stopping ??= this.bringDown();
    this.halt.abort();
    this.giveUp(new StartError('Se detuvo antes de terminar de arrancar.'));
    return this.stopping;
  }

  private async bringUp(): Promise<void> {
    const { environment, say } = this.options;
    const { signal } = this.halt;
    await this.data.take();
    this.taken = true;
    await checkPublicPorts(this.options.environment);
    signal.throwIfAborted();
    const parts = await prepareParts(environment, this.data, say);
    signal.throwIfAborted();
    this.parts.push(...parts.specs.map((spec) => this.supervise(spec)));
    await Promise.all(this.parts.map((part) => part.start()));
    await parts.ready(signal);
    signal.throwIfAborted();
    await this.startServices(parts);
    await this.becomeHealthy(this.doors.http);
    this.isReady = true;
    this.publish();
  }

  private async startServices(parts: LocalParts): Promise<void> {
    const { environment, root, inherit = process.env } = this.options;
    const { ports, doors } = await layOut(environment);
    this.doors = doors;
    const urls = { postgres: parts.databaseUrl, redis: parts.redisUrl, redis_volatile: parts.redisVolatileUrl };
    this.urls = { http: this.doors.http[0] ?? '', mqtt: this.doors.mqtt[0] ?? '', ...urls };

    const historyUrl = `http://127.0.0.1:${ports.get('telemetry-history')?.[0]?.internal}`;
    this.data.promoteNextKey();
    Object.assign(this.keys, this.data.keys(environment));
    const context = { environment, root, inherit, historyUrl, parts: { ...parts, keys: this.keys } };
    const specOf = (service: ServiceName, instance: number, own: InstancePorts): ProcessSpec =>
      serviceSpec(service, instance, { ...context, ports: own });
    const innerSpec = (own: InstancePorts): ProcessSpec => {
      const plain = { ...environment, TLS_CERT: undefined, TLS_KEY: undefined, ACEQUIA_HOST: '127.0.0.1' };
      return serviceSpec('api-gateway', 0, { ...context, environment: plain, ports: own });
    };
    for (const [service, list] of ports) {
      const specs = list.map((own, n) => specOf(service, n + 1, own));
      this.services.set(
        service,
        specs.map((spec) => this.supervise(spec)),
      );
      this.internalPorts.set(
        service,
        list.map(({ internal }) => internal),
      );
    }
    const gateways = this.services.get('api-gateway') ?? [];
    await startAll(this.others(gateways));
    if (this.options.beforeOpening) {
      const door = await freePort();
      const own = { internal: await freePort(), door };
      await this.fill(innerSpec(own), `http://127.0.0.1:${door}`, this.options.beforeOpening);
    }
    await startAll(gateways);
  }

  /** Runs `work` with an api-gateway on loopback, without TLS, that is stopped before the public ports open. */
  private async fill(spec: ProcessSpec, http: string, work: (http: string) => Promise<void>): Promise<void> {
    const inner = this.supervise(spec);
    this.services.get('api-gateway')?.push(inner);
    await inner.start();
    await this.becomeHealthy([http]);
    await work(http);
    this.services.get('api-gateway')?.pop();
    await inner.stop(PATIENCE.gateway);
  }

  private others(gateways: SupervisedProcess[]): SupervisedProcess[] {
    return [...this.services.values()].flat().filter((process_) => !gateways.includes(process_));
  }

  private async becomeHealthy(doors: string[]): Promise<void> {
    let missing: string[] = [];
    const healthy = async (): Promise<boolean> => {
      const answers = await Promise.all(doors.map(askHealth));
      missing = answers.flatMap((answer) => (answer.ok ? [] : answer.missing));
      return missing.length === 0;
    };
    if (await waitUntil(healthy, READY_MS, 200, this.halt.signal)) return;
    const who = [...new Set(missing)].join(', ');
    throw new StartError(`No responde: ${who}. Mira los registros en ${this.data.file('logs')}.`);
  }

  private supervise(spec: ProcessSpec): SupervisedProcess {
    if (this.stopping) throw new StartError('Acequia se está deteniendo.');
    if (this.options.diesWithUs) spec.diesWithParent = spec.name === 'postgres' ? 'SIGQUIT' : 'SIGKILL';
    const process_ = new SupervisedProcess(spec, new RotatingLog(this.data.file('logs', `${spec.name}.log`)));
    process_.on('started', () => this.publish());
    process_.on('died', (how, deaths) => {
      if (!this.isReady && deaths >= HOPELESS)
        this.giveUp(new StartError(`${spec.name} no arranca (${how}): ${process_.lastLine}`));
      else this.options.say(`${spec.name} se detuvo (${how}); se reinicia.`);
      this.publish();
    });
    return process_;
  }

  /** Keeps run.json and the list of our pids current. */
  private publish(): void {
    if (this.stopping) return;
    const all = [...this.parts, ...[...this.services.values()].flat(), ...this.extras];
    try {
      this.data.remember(all.flatMap(({ pid }) => pid ?? []));
      if (this.isReady) writeRunJson(this.data.file('run.json'), this.run);
    } catch (error) {
      // A full disk must not end running processes; the next change writes both again.
      this.options.say(`No se pudo actualizar run.json: ${(error as Error).message}`);
    }
  }

  private async bringDown(): Promise<void> {
    const stopAll = (list: SupervisedProcess[], patience: number): Promise<unknown> =>
      Promise.all(list.map((process_) => process_.stop(patience)));
    const gateways = this.services.get('api-gateway') ?? [];
    const others = this.others(gateways);
    await stopAll(this.extras, PATIENCE.simulators);
    await stopAll(gateways, PATIENCE.gateway);
    await stopAll(others, PATIENCE.services);
    await stopAll(this.parts, PATIENCE.parts);
    if (this.taken) this.data.release();
  }
}
