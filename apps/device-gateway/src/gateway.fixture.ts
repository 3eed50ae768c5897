import { BusServer, JobQueues, LiveBus } from '@acequia/bus';
import {
  type EventData,
  type LiveMessage,
  type Persona,
  type ReadingBatch,
  type TipoSwitch,
  VALOR_COLUMNS,
} from '@acequia/contracts';
import { loadEnv, METRICS } from '@acequia/service-kit';
import { RedisServer, testDatabase, type TestDatabase, testEnv } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { createHash } from 'node:crypto';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { BoardListener } from './doors/embedded/board-listener.js';
import { envSchema } from './env.js';
import { PlacaDirectory } from './registry/placa-directory.js';
import { ProjectionRepository } from './registry/projection.repository.js';
import { LeaseStore } from './presence/lease.store.js';

export { until } from '@acequia/testing';
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const claveOf = (numero: number): string => `clave-de-${numero}`;

/** The admin of company 1, which owns everything that a test does not give to another company. */
export const admin: Persona = {
  tipo: 'persona',
  usuario_id: 7,
  rol: 'admin_empresa',
  empresa_id: 1,
  sid: 's'.repeat(16),
};

/** The real parts a gateway needs, shared by the instances of a test. */
export class Parts {
  readonly gateways = new Set<Gateway>();

  private constructor(
    readonly database: TestDatabase,
    readonly durable: RedisServer,
    readonly volatile: RedisServer,
  ) {}

  static async start(): Promise<Parts> {
    const [database, durable, volatile] = await Promise.all([
      testDatabase(),
      RedisServer.start(),
      RedisServer.start({ kind: 'volatile' }),
    ]);
    return new Parts(database, durable, volatile);
  }

  /** Also stops the gateways that a failed test left behind. */
  async stop(): Promise<void> {
    await Promise.all([...this.gateways].map((gateway) => gateway.stop()));
    await Promise.all([this.database.drop(), this.durable.stop(), this.volatile.stop()]);
  }
}

/** A gateway with an embedded broker on a free port, and the actions of a test. */
export class Gateway {
  private readonly clients: MqttClient[] = [];

  private constructor(
    readonly app: INestApplication,
    readonly parts: Parts,
  ) {}

  static async start(parts: Parts, overrides: Record<string, string> = {}): Promise<Gateway> {
    const env = loadEnv(
      envSchema,
      testEnv({
        DATABASE_URL: parts.database.url,
        REDIS_URL: parts.durable.url,
        REDIS_VOLATILE_URL: parts.volatile.url,
        ACEQUIA_HOST: '127.0.0.1',
        MQTT_PORT: '0',
        MQTT_REFUSAL_DELAY_MS: '0',
        ...overrides,
      }),
    );
    const app = await NestFactory.create(AppModule.forRoot(env), { logger: false, abortOnError: false });
    app.connectMicroservice({ strategy: app.get(BusServer) }, { inheritAppConfig: true });
    await app.init();
    await app.startAllMicroservices();
    // Its library is loaded with the first job, and between two tests Jest refuses an import().
    await app.get(JobQueues).open('nube.cuenta');
    const gateway = new Gateway(app, parts);
    parts.gateways.add(gateway);
    return gateway;
  }

  /** `boards` = the test's clients disconnect first. */
  async stop(boards = true): Promise<void> {
    if (!this.parts.gateways.delete(this)) return;
    if (boards) for (const client of this.clients) client.end(true);
    await this.app.close();
  }

  get port(): number {
    return this.app.get(BoardListener).ports[0] ?? 0;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** Sum of a metric over its labels. */
  async metric(name: string): Promise<number> {
    const metric = await this.app.get<Registry>(METRICS).getSingleMetric(name)?.get();
    const values = (metric as { values?: { value: number }[] } | undefined)?.values ?? [];
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  /** What /metrics shows. */
  exposition(): Promise<string> {
    return this.app.get<Registry>(METRICS).metrics();
  }

  /** Collects all live messages to a company's browsers from now on. */
  async watch(empresa_id = 1): Promise<LiveMessage[]> {
    const messages: LiveMessage[] = [];
    await this.app.get(LiveBus).subscribe(empresa_id, (message) => void messages.push(message));
    return messages;
  }

  /** Does the console show the board as connected? */
  async online(placa_id: number): Promise<boolean> {
    return (await this.app.get(LeaseStore).online([placa_id]))[0] === true;
  }

  /** A registered board with the password {@link claveOf} its number, and `placa_id` = number + 1000 unless said. */
  async placa(numero: number, changes: Partial<EventData<'placa.guardada'>> = {}): Promise<number> {
    const placa = {
      placa_id: numero + 1_000,
      numero,
      empresa_id: 1,
      revocada: 0 as const,
      credencial_sha256: sha256(claveOf(numero)),
      ...changes,
    };
    await this.project((repository, tx) => repository.savePlaca(tx, placa));
    return placa.placa_id;
  }

  async switch(
    id: number,
    placa_id: number,
    pin: number,
    sensor_pin: number | null,
    tipo: TipoSwitch = 'selenoide',
    max_encendido_s: number | null = null,
  ) {
    await this.project((repository, tx) =>
      repository.saveSwitch(tx, {
        id,
        nombre: `switch ${id}`,
        tipo,
        zona: 'norte',
        empresa_id: 1,
        dispositivo_id: placa_id - 1_000,
        placa_id,
        par_numero: 1,
        switch_site_id: 1,
        hardware_pin: pin,
        tiene_sensor: sensor_pin === null ? 0 : 1,
        sensor_pin,
        activo: 1,
        max_encendido_s,
      }),
    );
  }

  /** Writes to the projection as an event would, and waits until the instance has read the change. */
  async project(
    write: (repository: ProjectionRepository, tx: Parameters<ProjectionRepository['savePlaca']>[0]) => Promise<void>,
  ): Promise<void> {
    const repository = this.app.get(ProjectionRepository);
    await this.app.get(DataSource).transaction((tx) => write(repository, tx));
    await this.app.get(PlacaDirectory).refresh();
  }

  /** Options of a valid login. */
  login(numero: number): IClientOptions {
    return {
      clientId: `placa-${numero}`,
      username: String(numero),
      password: claveOf(numero),
      reconnectPeriod: 0,
      connectTimeout: 5_000,
    };
  }

  /** MQTT return code of a login, 0 = accepted. */
  async tryLogin(options: IClientOptions): Promise<number> {
    const client = mqtt.connect(this.url, { reconnectPeriod: 0, ...options });
    const code = await new Promise<number>((resolve) => {
      client.once('connect', () => resolve(0));
      client.once('error', (error) => resolve((error as { code?: number }).code ?? -1));
      client.once('close', () => resolve(-1));
    });
    client.end(true);
    return code;
  }

  async connect(numero: number, options: IClientOptions = {}): Promise<MqttClient> {
    const client = await mqtt.connectAsync(this.url, { ...this.login(numero), ...options }, false);
    client.on('error', () => undefined);
    this.clients.push(client);
    return client;
  }

  /** Rows of the readings stream, of all entries: of sensors, of states, and of points. */
  async rows(): Promise<{ lecturas: (number | null)[][]; estados: number[][]; valores: (number | null)[][] }> {
    const entries = await this.parts.durable.client().xrange('{readings}', '-', '+');
    const lecturas: (number | null)[][] = [];
    const estados: number[][] = [];
    const valores: (number | null)[][] = [];
    for (const [, [, json]] of entries) {
      const batch = JSON.parse(json as string) as ReadingBatch;
      for (let i = 0; i < batch.l.length; i += 5) lecturas.push(batch.l.slice(i, i + 5));
      for (let i = 0; i < batch.e.length; i += 6) estados.push(batch.e.slice(i, i + 6));
      const { p = [] } = batch;
      for (let i = 0; i < p.length; i += VALOR_COLUMNS) valores.push(p.slice(i, i + VALOR_COLUMNS));
    }
    return { lecturas, estados, valores };
  }

  sql<T>(query: string, params: unknown[] = []): Promise<T[]> {
    return this.app.get(DataSource).query(query, params);
  }
}

/** Resolves when the connection has ended, for whatever reason. */
export const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => void client.once('close', () => resolve()));

export const telemetry = (numero: number): string => `acequia/v1/${numero}/telemetry`;
