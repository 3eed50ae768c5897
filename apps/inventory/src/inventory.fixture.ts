import {
  Bus,
  BusModule,
  type BusOptions,
  BusServer,
  HandlesCall,
  HandlesEvent,
  HandlesJob,
  Outbox,
} from '@acequia/bus';
import { busTables, type CallContext } from '@acequia/bus';
import {
  type Asignaciones,
  type CallInput,
  type CallName,
  type CallRequest,
  type CallResponse,
  type Caller,
  callsOf,
  type EmpresaFicha,
  type EstadoPlaca,
  type EventData,
  type EventEnvelope,
  type EventName,
  eventsFor,
  JOBS,
  noEncontrado,
  type PlacaConexion,
  type Rol,
  type Servicio,
  sistema,
} from '@acequia/contracts';
import { loadEnv } from '@acequia/service-kit';
import { Controller, type INestApplication, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { inventoryEnv } from './env.js';

type Calls = { [N in CallName]?: (request: CallRequest<N>, context: CallContext) => Promise<CallResponse<N>> };
type Method = (...args: never[]) => Promise<unknown>;

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A class that handles all that is addressed to a service: what a test gives, and refusals for the rest. */
const handlersOf = (service: Servicio, calls: Calls, seen: EventEnvelope[]): Type => {
  class StandIn {}
  const add = (key: string, method: Method, decorate: MethodDecorator): void => {
    Object.defineProperty(StandIn.prototype, key, { value: method, writable: true, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(StandIn.prototype, key);
    if (descriptor) decorate(StandIn.prototype, key, descriptor);
  };
  for (const name of callsOf(service).filter((call) => !call.endsWith('.salud')))
    add(name, (calls[name] ?? (() => Promise.reject(noEncontrado()))) as Method, HandlesCall(name) as MethodDecorator);
  for (const name of eventsFor(service))
    add(
      name,
      async (event: EventEnvelope) => {
        seen.push(event);
      },
      HandlesEvent(name) as MethodDecorator,
    );
  for (const [name, job] of Object.entries(JOBS))
    if (job.servicio === service)
      add(name, async () => {}, HandlesJob(name as keyof typeof JOBS) as unknown as MethodDecorator);
  Controller()(StandIn);
  return StandIn;
};

interface StandIn {
  app: INestApplication;
  bus: Bus;
  outbox: Outbox;
}

const startStandIn = async (
  service: Servicio,
  redis: Redis,
  handlers: Type,
  dataSource?: DataSource,
): Promise<StandIn> => {
  @Module({
    imports: [
      BusModule.forRootAsync({
        useFactory: (): BusOptions => ({
          service,
          instance: `${service}-de-prueba`,
          durable: redis,
          volatile: redis,
          dataSource,
          trace: { current: () => 'rastro', run: (_id, fn) => fn() },
          logger: silent,
        }),
      }),
    ],
    controllers: [handlers],
  })
  class StandInModule {}
  const app = await NestFactory.create(StandInModule, { logger: false });
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await app.startAllMicroservices();
  return { app, bus: app.get(Bus), outbox: app.get(Outbox) };
};

export interface Parts {
  database: string;
  redis: string;
  env: Record<string, string>;
}

let nextUsuario = 100;

/** inventory, real, on a real bus and database, between stand-ins of the services that it talks to. */
export class World {
  /** What auth-tenancy knows. */
  readonly fichas = new Map<number, EmpresaFicha>();
  readonly asignaciones = new Map<number, Asignaciones>();
  /** What device-gateway knows. */
  readonly estados = new Map<number, EstadoPlaca>();
  readonly conexiones = new Map<number, PlacaConexion>();
  /** How each stand-in was asked. */
  readonly asked: { name: string; caller: Caller; size: number }[] = [];
  /** inventory's events, as device-gateway got them. */
  readonly events: EventEnvelope[] = [];
  private nextEmpresa = 1;

  private constructor(
    private readonly parts: Parts,
    private readonly redis: Redis,
    readonly dataSource: DataSource,
  ) {}

  private auth!: StandIn;
  private gateway: StandIn | undefined;
  private readonly apps: INestApplication[] = [];

  static async start(parts: Parts): Promise<World> {
    const redis = new Redis(parts.redis, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    const dataSource = await new DataSource({
      type: 'postgres',
      url: parts.database,
      extra: { options: '-c search_path=auth_tenancy,public' },
    }).initialize();
    await dataSource.query('CREATE SCHEMA auth_tenancy');
    for (const statement of busTables('auth_tenancy')) await dataSource.query(statement);
    const world = new World(parts, redis, dataSource);
    world.auth = await world.startAuth();
    await world.startGateway();
    await world.startInventory();
    return world;
  }

  /** Another instance of inventory. */
  async startInventory(): Promise<INestApplication> {
    const env = loadEnv(inventoryEnv, {
      ...this.parts.env,
      DATABASE_URL: this.parts.database,
      REDIS_URL: this.parts.redis,
      INSTANCE_ID: `inventory-${this.apps.length}`,
    });
    const app = await NestFactory.create(AppModule.forRoot(env), { logger: false });
    app.connectMicroservice({ strategy: app.get(BusServer) });
    await app.startAllMicroservices();
    this.apps.push(app);
    return app;
  }

  async startGateway(): Promise<void> {
    const calls: Calls = {
      'estado.leer': async ({ placas }, { caller }) => {
        this.asked.push({ name: 'estado.leer', caller, size: placas.length });
        return placas.map(
          (placa_id) => this.estados.get(placa_id) ?? { placa_id, online: 0, ts: null, pines: [], sensores: [] },
        );
      },
      'placas.conexion': async ({ placas }, { caller }) => {
        this.asked.push({ name: 'placas.conexion', caller, size: placas.length });
        return placas.map(
          (placa_id) =>
            this.conexiones.get(placa_id) ?? {
              placa_id,
              online: 0,
              ultimo_visto: null,
              fw: null,
              rssi: null,
              reloj_adelantado: 0,
            },
        );
      },
    };
    this.gateway = await startStandIn('device-gateway', this.redis, handlersOf('device-gateway', calls, this.events));
  }

  /** Starts it again and waits until inventory finds it. */
  async restartGateway(): Promise<void> {
    await this.startGateway();
    const ask = () => this.call('placas.listar', {}, GLOBAL);
    await until(() =>
      ask().then(
        () => true,
        () => false,
      ),
    );
  }

  async stopGateway(): Promise<void> {
    await this.gateway?.app.close();
    this.gateway = undefined;
  }

  async stop(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.stopGateway();
    await this.auth.app.close();
    await this.dataSource.destroy();
    this.redis.disconnect();
  }

  /** A company that auth-tenancy has and that no event has told of. */
  empresa(ficha: Partial<EmpresaFicha> = {}): number {
    const id = this.nextEmpresa++;
    this.fichas.set(id, { id, nombre: `Empresa ${id}`, activa: 1, zona_horaria: 'America/Mexico_City', ...ficha });
    return id;
  }

  persona(rol: Rol, empresa_id: number | null): Caller & { usuario_id: number } {
    const usuario_id = nextUsuario++;
    return { tipo: 'persona', usuario_id, rol, empresa_id, sid: 'sesion-de-prueba' };
  }

  /** A usuario with these grants. */
  usuario(empresa_id: number, grants: { switches?: number[]; dispositivos?: number[] } = {}) {
    const persona = this.persona('usuario', empresa_id);
    const { usuario_id } = persona;
    this.asignaciones.set(usuario_id, {
      usuario_id,
      empresa_id,
      version: 1,
      switches: grants.switches ?? [],
      dispositivos: grants.dispositivos ?? [],
    });
    return persona;
  }

  call<N extends CallName>(name: N, input: CallInput<N>, caller: Caller): Promise<CallResponse<N>> {
    return this.auth.bus.call(name, input, caller);
  }

  /** An event of auth-tenancy. */
  async emit<N extends EventName>(name: N, entidad: string, rev: number, data: EventData<N>): Promise<void> {
    await this.dataSource.transaction((tx) => this.auth.outbox.emit(tx, name, { entidad, rev, data }));
  }

  eventsOf(entidad: string): EventEnvelope[] {
    return this.events.filter((event) => event.entidad === entidad).sort((a, b) => a.rev - b.rev);
  }

  private startAuth(): Promise<StandIn> {
    const calls: Calls = {
      'empresas.ficha': async ({ id }, { caller }) => {
        this.asked.push({ name: 'empresas.ficha', caller, size: 1 });
        const ficha = this.fichas.get(id);
        if (!ficha) throw noEncontrado();
        return ficha;
      },
      'asignaciones.de_usuario': async ({ usuario_id }) => {
        const asignaciones = this.asignaciones.get(usuario_id);
        if (!asignaciones) throw noEncontrado();
        return asignaciones;
      },
    };
    return startStandIn('auth-tenancy', this.redis, handlersOf('auth-tenancy', calls, []), this.dataSource);
  }
}

export const GLOBAL: Caller = { tipo: 'persona', usuario_id: 1, rol: 'admin_global', empresa_id: null, sid: 'global' };
export const SISTEMA = sistema('auth-tenancy');

/** Waits for what another process will do. */
export const until = async (check: () => boolean | Promise<boolean>): Promise<void> => {
  const end = Date.now() + 20_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};
