import {
  BUS_CONTRACT,
  eventsFor,
  INSTANCES_KEY,
  INSTANCE_GONE_MS,
  INSTANCE_TELLS_MS,
  Instancia,
  isUnderstood,
  type Service,
  VERSION,
  type Instancia as Report,
} from '@acequia/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import { BUS_OPTIONS, type BusOptions, type RedisClient } from '../bus.options.js';

/** A report as Redis keeps it: with the names of the events that the instance handles. Absent in reports of older versions. */
const Told = Instancia.extend({ eventos: z.string().optional() });

const toldIn = async (redis: RedisClient): Promise<z.infer<typeof Told>[]> => {
  const told = await redis.hgetall(INSTANCES_KEY);
  const known: z.infer<typeof Told>[] = [];
  for (const [field, text] of Object.entries(told)) {
    const report = Told.safeParse(readJson(text));
    if (report.success && Date.now() - report.data.ts < INSTANCE_GONE_MS) known.push(report.data);
    else await redis.hdel(INSTANCES_KEY, field);
  }
  return known;
};

/** Every instance, of every service, that reported lately. */
export const instancesOf = async (redis: RedisClient): Promise<Report[]> =>
  (await toldIn(redis)).map(({ eventos: _, ...report }) => report);

const eventsOf = (service: Service): string => eventsFor(service).sort().join();

/** True while an instance of the service reports that handles other events than this version does. */
export const runsBesideAnother = async (redis: RedisClient, service: Service): Promise<boolean> =>
  (await toldIn(redis)).some(({ servicio, eventos }) => servicio === service && eventos !== eventsOf(service));

/** null for what is not JSON. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Tells in Redis that this instance runs, with its version, and refuses to run beside services it cannot understand. */
@Injectable()
export class InstanceReport implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly desde = Date.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(BUS_OPTIONS) private readonly options: BusOptions) {}

  /** @throws an error for the operator when a running service and this one do not understand each other */
  async assertUnderstood(): Promise<void> {
    const others = await instancesOf(this.options.volatile).catch(() => []);
    const stranger = others.find((one) => !isUnderstood(one));
    if (!stranger) return;
    const { servicio, version, habla } = stranger;
    throw new Error(
      `${servicio} ${version} is running and speaks contract ${habla}; this is ${VERSION}, which speaks ${BUS_CONTRACT.speaks} and ` +
        `understands ${BUS_CONTRACT.understands} or newer: stop all services and start them with one version`,
    );
  }

  onApplicationBootstrap(): void {
    void this.tell();
    this.timer = setInterval(() => void this.tell(), INSTANCE_TELLS_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.options.volatile.hdel(INSTANCES_KEY, this.field).catch(() => undefined);
  }

  private get field(): string {
    return `${this.options.service}:${this.options.instance}`;
  }

  private async tell(): Promise<void> {
    try {
      const { service, instance, volatile, registry } = this.options;
      const report: z.infer<typeof Told> = {
        servicio: service,
        instancia: instance,
        version: VERSION,
        habla: BUS_CONTRACT.speaks,
        entiende: BUS_CONTRACT.understands,
        desde: this.desde,
        ts: Date.now(),
        certificado_vence: await certificateTime(registry, 'expiry'),
        certificado_desde: await certificateTime(registry, 'start'),
        discos: await disks(registry),
        eventos: eventsOf(service),
      };
      await volatile.hset(INSTANCES_KEY, this.field, JSON.stringify(report));
    } catch (err) {
      this.options.logger.debug({ err }, 'the report of this instance waits');
    }
  }
}

const valuesOf = async (registry: Registry | undefined, name: string) => {
  const gauge = registry?.getSingleMetric(name) as Gauge | undefined;
  return gauge ? (await gauge.get()).values : [];
};

const certificateTime = async (registry: Registry | undefined, end: 'start' | 'expiry'): Promise<number | null> => {
  const [first] = await valuesOf(registry, `acequia_certificate_${end}_timestamp_seconds`);
  return first && first.value > 0 ? first.value * 1_000 : null;
};

const disks = async (registry: Registry | undefined): Promise<Report['discos']> => {
  const sizes = await valuesOf(registry, 'acequia_disk_size_bytes');
  const free = await valuesOf(registry, 'acequia_disk_free_bytes');
  return free.map(({ labels, value }) => {
    const size = sizes.find((one) => one.labels['path'] === labels['path']);
    return { ruta: String(labels['path']), libre: value, total: size?.value ?? 0 };
  });
};
