import { BusServer } from '@acequia/bus';
import { makeSchema, type ServiceFixture, startService } from '@acequia/bus/spec-support';
import {
  AppError,
  type CallInput,
  type CallName,
  type CallRequest,
  type CallResponse,
  type Caller,
  type Empresa,
  type SentError,
  type EventData,
  type EventEnvelope,
  type EventName,
  notFound,
  type Persona,
  type Rol,
  sistema,
  TokenClaims,
  type Usuario,
} from '@acequia/contracts';
import { GrantsReader, loadEnv, SessionReader } from '@acequia/service-kit';
import { RedisServer, testDatabase, type TestDatabase, testEnv, until } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { authTenancyEnv } from './env.js';

export const CLAVE = 'una-clave-larga';
export const ADMIN = { email: 'raiz@acequia.test', password: 'clave-de-la-raiz' };
export const GATEWAY = sistema('api-gateway');
const PROFILE = {
  telefono_celular: '',
  token_telegram: '',
  telegram_chat_id: '',
  costo_plan: '',
  limite_usuarios: '',
  comunicador_numero: '',
  comunicador_imei: '',
  comunicador_vencimiento: '',
  fecha_vencimiento: '2999-12-31',
};

/** A real auth-tenancy with its own bus and database, beside a stand-in for inventory. */
export class World {
  /** Resources of the inventory stand-in: `switch:<id>` and `dispositivo:<id>` → company. */
  readonly resources = new Map<string, number>();
  readonly verifications: { request: CallRequest<'inventario.verificar'>; caller: Caller }[] = [];
  /** auth-tenancy's events as received by inventory. */
  readonly events: EventEnvelope[] = [];
  /** The first admin_global, as a caller. */
  root!: Persona;
  sesiones!: SessionReader;
  grants!: GrantsReader;
  private inventory!: ServiceFixture;
  private readonly apps: INestApplication[] = [];
  private serial = 0;

  private constructor(
    private readonly postgres: TestDatabase,
    private readonly server: RedisServer,
    readonly env: Record<string, string>,
    readonly redis: Redis,
    readonly database: DataSource,
  ) {}

  /** @param overrides environment variables of its instances */
  static async start(overrides: Record<string, string> = {}): Promise<World> {
    const [postgres, server] = await Promise.all([testDatabase(), RedisServer.start()]);
    const env = testEnv({
      DATABASE_URL: postgres.url,
      REDIS_URL: server.url,
      REDIS_VOLATILE_URL: server.url,
      ...overrides,
    });
    const redis = new Redis(server.url, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    const database = new DataSource({
      type: 'postgres',
      url: postgres.url,
      extra: { options: '-c search_path=inventory,auth_tenancy' },
    });
    await database.initialize();
    await makeSchema(database, 'inventory');
    const world = new World(postgres, server, env, redis, database);
    await world.startAuth();
    await world.startInventory();
    world.sesiones = new SessionReader(redis, (sesiones) => world.call('sesiones.verificar', { sesiones }, GATEWAY));
    world.grants = new GrantsReader(redis, (usuario_id) =>
      world.call('asignaciones.de_usuario', { usuario_id }, sistema('inventory')),
    );
    world.root = await world.logInAs(ADMIN.email, ADMIN.password);
    return world;
  }

  get app(): INestApplication {
    const [app] = this.apps;
    if (!app) throw new Error('not started');
    return app;
  }

  async startAuth(overrides: Record<string, string> = {}): Promise<INestApplication> {
    const env = loadEnv(authTenancyEnv, {
      ACEQUIA_ADMIN_EMAIL: ADMIN.email,
      ACEQUIA_ADMIN_PASSWORD: ADMIN.password,
      ...this.env,
      ...overrides,
    });
    const app = await NestFactory.create(AppModule.forRoot(env), { logger: false, abortOnError: false });
    this.apps.push(app);
    app.connectMicroservice({ strategy: app.get(BusServer) });
    await app.startAllMicroservices();
    await app.init();
    return app;
  }

  async startInventory(): Promise<void> {
    this.inventory = await startService({
      service: 'inventory',
      volatileUrl: this.server.url,
      dataSource: this.database,
      handlers: {
        calls: { 'inventario.verificar': async (request, { caller }) => this.verificar(request, caller) },
        otherCalls: () => Promise.reject(notFound()),
        otherEvents: (event) => void this.events.push(event),
      },
    });
  }

  stopInventory(): Promise<void> {
    return this.inventory.stop();
  }

  async stop(): Promise<void> {
    for (const app of this.apps) await app.close();
    await this.inventory.stop();
    await this.database.destroy();
    this.redis.disconnect();
    await this.server.stop();
    await this.postgres.drop();
  }

  call<N extends CallName>(name: N, input: CallInput<N>, caller: Caller): Promise<CallResponse<N>> {
    return this.inventory.bus.call(name, input, caller);
  }

  async emit<N extends EventName>(name: N, entidad: string, rev: number, data: EventData<N>): Promise<void> {
    await this.inventory.emit(name, entidad, rev, data);
  }

  eventsOf(entidad: string): EventEnvelope[] {
    return this.events.filter((event) => event.entidad === entidad).sort((a, b) => a.rev - b.rev);
  }

  empresa(data: Partial<CallInput<'empresas.crear'>> = {}): Promise<Empresa> {
    return this.call('empresas.crear', this.profile(data), this.root);
  }

  /** Request data of the companies form. */
  profile(data: Partial<CallInput<'empresas.crear'>> = {}): CallInput<'empresas.crear'> {
    const nombre = `Empresa ${(this.serial += 1)}`;
    return { ...PROFILE, nombre, ...data };
  }

  /** Creates a user as the first administrator. */
  usuario(rol: Rol, empresa_id: number | null, data: Partial<CallInput<'usuarios.crear'>> = {}): Promise<Usuario> {
    return this.crear({ rol, empresa_id, ...data });
  }

  crear(data: Partial<CallInput<'usuarios.crear'>>, caller: Persona = this.root): Promise<Usuario> {
    return this.call('usuarios.crear', this.form(data), caller);
  }

  /** Request data of the users form. */
  form(data: Partial<CallInput<'usuarios.crear'>> = {}): CallInput<'usuarios.crear'> {
    const nombre = `Persona ${(this.serial += 1)}`;
    return { nombre, email: `persona${this.serial}@acequia.test`, password: CLAVE, empresa_id: null, ...data };
  }

  /** Saves a user as the form does: with all fields, changed by `data`. */
  save(
    usuario: Usuario,
    data: Partial<CallInput<'usuarios.crear'>> = {},
    caller: Persona = this.root,
  ): Promise<Usuario> {
    const { id, nombre, email, rol, empresa_id, dispositivos_asignados, switches_asignados } = usuario;
    const dispositivos = dispositivos_asignados.map((each) => each.id);
    const switches = switches_asignados.map((each) => each.id);
    const body = { id, nombre, email, rol, empresa_id, dispositivos, switches, password: '' };
    return this.call('usuarios.actualizar', { ...body, ...data }, caller);
  }

  async read(id: number): Promise<Usuario | undefined> {
    return (await this.call('usuarios.listar', {}, this.root)).find((usuario) => usuario.id === id);
  }

  /** Creates a user and logs in. */
  async persona(rol: Rol, empresa_id: number | null, data: Partial<CallInput<'usuarios.crear'>> = {}) {
    const { email } = await this.usuario(rol, empresa_id, data);
    return this.logInAs(email);
  }

  logIn(
    email: string,
    password = CLAVE,
    ip = '192.0.2.1',
    navegador = 'jest',
  ): Promise<CallResponse<'sesiones.entrar'>> {
    return this.call('sesiones.entrar', { email, password, ip, navegador }, GATEWAY);
  }

  /** Logs in and returns the session as a caller. */
  async logInAs(email: string, password = CLAVE): Promise<Persona> {
    return personaOf((await this.logIn(email, password)).token);
  }

  /** True while services accept the token. */
  async valid(token: string): Promise<boolean> {
    return (await this.sesiones.check(claimsOf(token))) !== null;
  }

  /**
   * Runs `work` while another transaction locks the rows that `lock` selects, and releases them once `waiting` statements wait for
   * locks, so that a rare collision always happens.
   */
  async colliding<T>(lock: string, waiting: number, work: () => Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
    const holder = this.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query(lock);
    const results = Promise.allSettled(work());
    await this.waiting(waiting);
    await holder.commitTransaction();
    await holder.release();
    return results;
  }

  /** Resolves once this many statements wait for locks. */
  waiting(statements: number): Promise<void> {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return until(async () => (await this.database.query<object[]>(sql)).length >= statements);
  }

  private verificar(
    request: CallRequest<'inventario.verificar'>,
    caller: Caller,
  ): CallResponse<'inventario.verificar'> {
    this.verifications.push({ request, caller });
    const own = (tipo: string, ids: number[]): boolean =>
      ids.every((id) => this.resources.get(`${tipo}:${id}`) === request.empresa_id);
    if (!own('dispositivo', request.dispositivos) || !own('switch', request.switches)) throw notFound();
    return {};
  }
}

export const claimsOf = (token: string): TokenClaims =>
  TokenClaims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));

export const personaOf = (token: string): Persona => {
  const { sub, rol, empresa_id, sid } = claimsOf(token);
  return { tipo: 'persona', usuario_id: Number(sub), rol, empresa_id, sid };
};

export const refusal = async (call: Promise<unknown>): Promise<SentError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return error.toJSON();
    throw error;
  }
  throw new Error('it was not refused');
};
