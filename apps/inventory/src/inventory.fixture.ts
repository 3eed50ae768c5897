import { BusServer } from '@acequia/bus';
import { type FixtureHandlers, makeSchema, type ServiceFixture, startService } from '@acequia/bus/spec-support';
import {
  AppError,
  type Asignaciones,
  type CallInput,
  type CallName,
  type CallResponse,
  type Caller,
  type EmpresaProfile,
  type EstadoPlaca,
  type EventData,
  type EventEnvelope,
  type EventName,
  type NodoLorawan,
  notFound,
  type PlacaConnection,
  type PlacaCredencial,
  type ProteccionesDePlaca,
  type Rol,
  sistema,
} from '@acequia/contracts';
import { loadEnv } from '@acequia/service-kit';
import { RedisServer, testDatabase, type TestDatabase, testEnv, until } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { inventoryEnv } from './env.js';

let nextUsuario = 100;

const refused = (): Promise<never> => Promise.reject(notFound());

/** A real inventory on a real bus and its own database, between stand-ins of the services it talks to. */
export class World {
  /** The companies that auth-tenancy knows. */
  readonly profiles = new Map<number, EmpresaProfile>();
  readonly asignaciones = new Map<number, Asignaciones>();
  authIsAway = false;
  /** The states of boards that device-gateway knows. */
  readonly estados = new Map<number, EstadoPlaca>();
  readonly conexiones = new Map<number, PlacaConnection>();
  /** What boards say of their protections, by board. */
  readonly protecciones = new Map<number, ProteccionesDePlaca>();
  /** The LoRaWAN nodes of companies that device-gateway knows. */
  readonly nodos = new Map<number, NodoLorawan[]>();
  /** The calls that the stand-ins received. */
  readonly asked: { name: string; caller: Caller; size: number }[] = [];
  /** inventory's events as device-gateway received them. */
  readonly events: EventEnvelope[] = [];
  private nextEmpresa = 1;

  private constructor(
    private readonly database: TestDatabase,
    private readonly server: RedisServer,
    readonly dataSource: DataSource,
  ) {}

  private auth!: ServiceFixture;
  private gateway: ServiceFixture | undefined;
  private readonly apps: INestApplication[] = [];

  static async start(): Promise<World> {
    const [database, server] = await Promise.all([testDatabase(), RedisServer.start()]);
    const dataSource = await new DataSource({
      type: 'postgres',
      url: database.url,
      extra: { options: '-c search_path=auth_tenancy,public' },
    }).initialize();
    await makeSchema(dataSource, 'auth-tenancy');
    const world = new World(database, server, dataSource);
    world.auth = await world.startAuth();
    await world.startGateway();
    await world.startInventory();
    return world;
  }

  /** Starts another instance of inventory. */
  async startInventory(overrides: Record<string, string> = {}): Promise<INestApplication> {
    const env = loadEnv(inventoryEnv, {
      ...testEnv(overrides),
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: this.server.url,
      INSTANCE_ID: `inventory-${this.apps.length}`,
    });
    const app = await NestFactory.create(AppModule.forRoot(env), { logger: false });
    app.connectMicroservice({ strategy: app.get(BusServer) });
    await app.startAllMicroservices();
    await app.init();
    this.apps.push(app);
    return app;
  }

  async startGateway(): Promise<void> {
    const calls: FixtureHandlers['calls'] = {
      'estado.leer': async ({ placas }, { caller }) => {
        this.asked.push({ name: 'estado.leer', caller, size: placas.length });
        return placas.map(
          (placa_id) => this.estados.get(placa_id) ?? { placa_id, online: 0, ts: null, pines: [], sensores: [] },
        );
      },
      'puntos.ultimos': async ({ puntos }) =>
        puntos.map((punto_id) => ({ punto_id, valor: null, ts: null, online: null })),
      'protecciones.estado': async ({ placas }) => placas.flatMap((placa_id) => this.protecciones.get(placa_id) ?? []),
      'placas.campos': async () => [
        { ruta: 'input:100.counts.total', valor: 7, ts: 1 },
        { ruta: 'switch:0.apower', valor: 41.5, ts: 1 },
      ],
      'lorawan.nodos': async ({ empresa_id = 0 }) => this.nodos.get(empresa_id) ?? [],
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
    this.gateway = await startService({
      service: 'device-gateway',
      volatileUrl: this.server.url,
      handlers: { calls, otherCalls: refused, otherEvents: (event) => void this.events.push(event) },
    });
  }

  /** Restarts the stand-in of device-gateway and waits until inventory finds it. */
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
    await this.gateway?.stop();
    this.gateway = undefined;
  }

  async stop(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.stopGateway();
    await this.auth.stop();
    await this.dataSource.destroy();
    await this.server.stop();
    await this.database.drop();
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** A company in auth-tenancy that no event has announced. */
  empresa(profile: Partial<EmpresaProfile> = {}): number {
    const id = this.nextEmpresa++;
    this.profiles.set(id, { id, nombre: `Empresa ${id}`, activa: 1, zona_horaria: 'America/Mexico_City', ...profile });
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

  /** Registers boards for a company as admin_global. */
  registrar(
    empresa_id: number,
    request: Partial<Omit<CallInput<'placas.registrar'>, 'empresa_id'>> = {},
  ): Promise<PlacaCredencial[]> {
    return this.call('placas.registrar', { id: null, nombre: '', ...request, empresa_id }, GLOBAL);
  }

  async placa(empresa_id: number, id: number | null = null): Promise<PlacaCredencial> {
    const [placa] = await this.registrar(empresa_id, { id });
    if (!placa) throw new Error('no board was registered');
    return placa;
  }

  /** Emits an event as auth-tenancy. */
  async emit<N extends EventName>(name: N, entidad: string, rev: number, data: EventData<N>): Promise<void> {
    await this.auth.emit(name, entidad, rev, data);
  }

  eventsOf(entidad: string): EventEnvelope[] {
    return this.events.filter((event) => event.entidad === entidad).sort((a, b) => a.rev - b.rev);
  }

  private startAuth(): Promise<ServiceFixture> {
    const calls: FixtureHandlers['calls'] = {
      'empresas.ficha': async ({ id }, { caller }) => {
        this.asked.push({ name: 'empresas.ficha', caller, size: 1 });
        if (this.authIsAway) throw new AppError('servicio_no_disponible');
        const profile = this.profiles.get(id);
        if (!profile) throw notFound();
        return profile;
      },
      'empresas.existe': async ({ id }) => {
        if (this.authIsAway) throw new AppError('servicio_no_disponible');
        return { existe: this.profiles.has(id) ? 1 : 0 };
      },
      'asignaciones.de_usuario': async ({ usuario_id }, { caller }) => {
        this.asked.push({ name: 'asignaciones.de_usuario', caller, size: 1 });
        const asignaciones = this.asignaciones.get(usuario_id);
        if (!asignaciones) throw notFound();
        return asignaciones;
      },
    };
    return startService({
      service: 'auth-tenancy',
      volatileUrl: this.server.url,
      dataSource: this.dataSource,
      handlers: { calls, otherCalls: refused },
    });
  }
}

export const GLOBAL: Caller = { tipo: 'persona', usuario_id: 1, rol: 'admin_global', empresa_id: null, sid: 'global' };
export const SISTEMA = sistema('auth-tenancy');
