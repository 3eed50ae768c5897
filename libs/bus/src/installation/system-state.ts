import {
  ALL_READINGS_STREAMS,
  conditionsOf,
  type Descartado,
  type DescartadoReintentar,
  type EstadoSistema,
  JOBS,
  type JobName,
  LAST_BACKUP_KEY,
  notFound,
  READINGS_GROUP,
  Respaldo,
  SERVICES,
  type Service,
} from '@acequia/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { addresseesOf, EVENT_FIELD, eventKeys, SIGNATURE_FIELD } from '../events/event-keys.js';
import { queueOf } from '../jobs/job-connection.js';
import { JobQueues } from '../jobs/job-queues.js';
import { BusKeys } from '../keys/bus-keys.js';
import { groupLag, oldestEntry } from '../redis/group-lag.js';
import { Script } from '../redis/script.js';
import { instancesOf, readJson } from './instance-report.js';

/** Dead letters shown of each queue. */
const SHOWN = 20;
const MAX_REASON = 500;

// Back into the stream and out of the dead letters at once: a second press finds nothing.
const reviveScript = new Script(`
  if redis.call('XDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
  redis.call('XADD', KEYS[1], '*', '${EVENT_FIELD}', ARGV[2], '${SIGNATURE_FIELD}', ARGV[3])
  return 1`);

type RawEntry = [id: string, fields: string[]];

/** The state of the whole installation for its administrator, read from Redis. */
@Injectable()
export class SystemState {
  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly keys: BusKeys,
    private readonly jobs: JobQueues,
  ) {}

  async read(): Promise<EstadoSistema> {
    const [instancias, atrasos, queues, events, respaldo] = await Promise.all([
      instancesOf(this.options.volatile),
      this.lags(),
      this.queues(),
      this.deadEvents(),
      this.backup(),
    ]);
    const running = new Set(instancias.map(({ servicio }) => servicio));
    const descartados = [...events.newest, ...queues.flatMap(({ failed }) => failed)];
    const estado = {
      ts: Date.now(),
      instancias: instancias.sort(
        (one, other) => one.servicio.localeCompare(other.servicio) || one.desde - other.desde,
      ),
      faltan: SERVICES.filter((service) => !running.has(service)),
      atrasos,
      trabajos: queues.map(({ counts }) => counts),
      descartados: descartados.sort((one, other) => other.ts - one.ts),
      descartados_total: events.total + queues.reduce((sum, { counts }) => sum + counts.fallidos, 0),
      discos: [...new Map(instancias.flatMap(({ discos }) => discos).map((disco) => [disco.ruta, disco])).values()],
      respaldo,
    };
    return { ...estado, condiciones: conditionsOf(estado) };
  }

  /** Gives an event or a job one more round of attempts. @throws AppError `no_encontrado` */
  async retry({ clase, cola, entrada }: DescartadoReintentar): Promise<void> {
    if (clase === 'trabajo') return this.retryJob(cola, entrada);
    const producer = SERVICES.find((service) => service === cola);
    if (!producer || !/^\d{1,15}-\d{1,15}$/.test(entrada)) throw notFound();
    const { dead, stream } = eventKeys(producer);
    const [entry] = (await this.options.durable.xrange(dead, entrada, entrada)) as RawEntry[];
    const json = entry && valueOf(entry[1], EVENT_FIELD);
    // Only what this installation signed is signed again.
    if (!json || !this.keys.signer.verify(stream, json, valueOf(entry[1], SIGNATURE_FIELD))) throw notFound();
    const revived = await reviveScript.run(
      this.options.durable,
      [stream, dead],
      [entrada, json, this.keys.signer.sign(stream, json)],
    );
    if (revived !== 1) throw notFound();
  }

  private async retryJob(cola: string, id: string): Promise<void> {
    const name = QUEUES.get(cola);
    const queue = name && (await this.jobs.open(name));
    const job = await queue?.getJob(id);
    if (!job || !(await job.isFailed())) throw notFound();
    await job.retry();
  }

  private async lags(): Promise<EstadoSistema['atrasos']> {
    const events = SERVICES.flatMap((producer) => {
      const { stream } = eventKeys(producer);
      return addresseesOf(producer).map((servicio) => ({ cola: `eventos de ${producer}`, servicio, stream }));
    });
    const [lecturas, ...rest] = await Promise.all([
      this.readingsLag(),
      ...events.map(async ({ cola, servicio, stream }) => ({
        cola,
        servicio,
        entradas: await this.lagOf(stream, servicio),
        desde: null,
      })),
    ]);
    return [{ cola: 'lecturas', servicio: READINGS_GROUP, ...lecturas }, ...rest];
  }

  /** Of all shards, those of an earlier READINGS_SHARDS included. What is stored leaves its stream, whether or not a group reads it. */
  private async readingsLag(): Promise<Pick<EstadoSistema['atrasos'][number], 'entradas' | 'desde'>> {
    const { durable } = this.options;
    const lengths = await Promise.all(ALL_READINGS_STREAMS.map((stream) => durable.xlen(stream)));
    const filled = ALL_READINGS_STREAMS.filter((_, i) => lengths[i]! > 0);
    const oldest = await Promise.all(filled.map((stream) => oldestEntry(durable, stream)));
    const since = oldest.filter((ts) => ts !== null);
    return {
      entradas: lengths.reduce((sum, length) => sum + length, 0),
      desde: since.length === 0 ? null : Math.min(...since),
    };
  }

  /** 0 where there is no stream. */
  private lagOf(stream: string, group: string): Promise<number> {
    return groupLag(this.options.durable, stream, group).catch(() => 0);
  }

  private async deadEvents(): Promise<{ total: number; newest: Descartado[] }> {
    const each = await Promise.all(
      SERVICES.map(async (producer) => {
        const { dead } = eventKeys(producer);
        const [total, entries] = await Promise.all([
          this.options.durable.xlen(dead),
          this.options.durable.xrevrange(dead, '+', '-', 'COUNT', SHOWN) as Promise<RawEntry[]>,
        ]);
        return { total, newest: entries.map((entry) => deadEvent(producer, entry)) };
      }),
    );
    return { total: each.reduce((sum, { total }) => sum + total, 0), newest: each.flatMap(({ newest }) => newest) };
  }

  private queues(): Promise<{ counts: EstadoSistema['trabajos'][number]; failed: Descartado[] }[]> {
    return Promise.all(
      [...QUEUES].map(async ([cola, name]) => {
        const queue = await this.jobs.open(name);
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
        const failed = await queue.getFailed(0, SHOWN - 1);
        return {
          counts: {
            cola,
            esperan: counts['waiting'] ?? 0,
            activos: counts['active'] ?? 0,
            aplazados: counts['delayed'] ?? 0,
            fallidos: counts['failed'] ?? 0,
          },
          failed: failed.filter(Boolean).map((job) => ({
            clase: 'trabajo' as const,
            cola,
            entrada: String(job.id),
            nombre: job.name,
            servicio: JOBS[job.name as JobName]?.servicio ?? cola,
            motivo: job.failedReason.slice(0, MAX_REASON),
            ts: job.finishedOn ?? job.timestamp,
          })),
        };
      }),
    );
  }

  /** The last one; null = none yet. */
  async backup(): Promise<EstadoSistema['respaldo']> {
    const text = await this.options.durable.get(LAST_BACKUP_KEY);
    const parsed = Respaldo.safeParse(text === null ? null : readJson(text));
    return parsed.success ? parsed.data : null;
  }
}

/** Every queue, with one of its jobs. */
const QUEUES = new Map((Object.keys(JOBS) as JobName[]).map((name) => [queueOf(name).nombre, name]));

const valueOf = (fields: string[], name: string): string => {
  const at = fields.indexOf(name);
  return at < 0 ? '' : (fields[at + 1] ?? '');
};

const deadEvent = (producer: Service, [id, fields]: RawEntry): Descartado => {
  const event = readJson(valueOf(fields, EVENT_FIELD)) as { name?: string } | null;
  return {
    clase: 'evento',
    cola: producer,
    entrada: id,
    nombre: event?.name ?? '',
    servicio: valueOf(fields, 'destino'),
    motivo: valueOf(fields, 'error').slice(0, MAX_REASON),
    ts: Number(id.split('-')[0]),
  };
};
