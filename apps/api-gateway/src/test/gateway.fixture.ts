import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bus, BusServer } from '@acequia/bus';
import { type Asignaciones, type Rol, SERVICES, type Service, type ValidSession } from '@acequia/contracts';
import { loadEnv } from '@acequia/service-kit';
import { JwtService } from '@nestjs/jwt';
import type { JwtSignOptions } from '@nestjs/jwt';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { type Env, envSchema } from '../env.js';
import { configureHttp } from '../http/configure.js';
import { jwtKey } from '../session/sesiones.js';
import { type Answers, type StandIn, startStandIn } from './service.fixture.js';

export interface Persona {
  token: string;
  sid: string;
  usuario_id: number;
  headers: { authorization: string };
}

/** The real gateway on a free port and the real bus; the test plays the four services behind it. */
export class Gateway {
  readonly sesiones = new Map<string, ValidSession>();
  readonly grants = new Map<number, Asignaciones>();
  private nextUsuario = 100;

  private constructor(
    readonly app: NestExpressApplication,
    readonly env: Env,
    readonly services: Record<Exclude<Service, 'api-gateway'>, StandIn>,
    readonly answers: Answers,
  ) {}

  static async start(source: Record<string, string>): Promise<Gateway> {
    const env = loadEnv(envSchema, { TELEMETRY_HISTORY_URL: 'http://127.0.0.1:9', WEB_ROOT: '/nada', ...source });
    const answers: Answers = {};
    const others = SERVICES.filter((servicio) => servicio !== 'api-gateway');
    const standIns = await Promise.all(
      others.map(async (name) => [name, await startStandIn(name, env.REDIS_URL, answers)] as const),
    );
    const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(env), {
      logger: false,
      bodyParser: false,
    });
    configureHttp(app, env);
    app.connectMicroservice({ strategy: app.get(BusServer) }, { inheritAppConfig: true });
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
    const gateway = new Gateway(app, env, Object.fromEntries(standIns) as Gateway['services'], answers);
    answers['sesiones.verificar'] = (request) =>
      (request['sesiones'] as { sid: string }[]).flatMap(({ sid }) => gateway.sesiones.get(sid) ?? []);
    answers['asignaciones.de_usuario'] = (request) => gateway.grantsOf(Number(request['usuario_id']));
    return gateway;
  }

  get port(): number {
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get bus(): Bus {
    return this.app.get(Bus);
  }

  /** Opens a session for a new person; an admin_global has no company. */
  entra(rol: Rol, empresa_id: number | null = rol === 'admin_global' ? null : 1, sign: JwtSignOptions = {}): Persona {
    return this.session(this.nextUsuario++, rol, empresa_id, sign);
  }

  /** Opens one more session for a person who has one. */
  entersAgain({ sid }: Persona): Persona {
    const known = this.sesiones.get(sid);
    if (!known) throw new Error('no such session');
    return this.session(known.usuario_id, known.rol, known.empresa_id);
  }

  private session(usuario_id: number, rol: Rol, empresa_id: number | null, sign: JwtSignOptions = {}): Persona {
    const sid = randomBytes(12).toString('hex');
    this.sesiones.set(sid, { sid, usuario_id, rol, empresa_id, ver: 1 });
    const token = this.sign({ sub: String(usuario_id), rol, empresa_id, sid, ver: 1 }, sign);
    return { token, sid, usuario_id, headers: { authorization: `Bearer ${token}` } };
  }

  sign(payload: object, options: JwtSignOptions = {}): string {
    return new JwtService({}).sign(payload, { secret: jwtKey(this.env), expiresIn: '12h', ...options });
  }

  grantsOf(usuario_id: number): Asignaciones {
    const none = { usuario_id, empresa_id: 1, version: 1, dispositivos: [], switches: [] };
    return this.grants.get(usuario_id) ?? none;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }

  async json(method: string, path: string, who?: Persona, body?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await this.fetch(path, {
      method,
      headers: { ...who?.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : null };
  }

  async stop(): Promise<void> {
    // Connections whose answer a test did not read would keep the listener open.
    (this.app.getHttpServer() as Server).closeAllConnections();
    await this.app.close();
    await Promise.all(Object.values(this.services).map((servicio) => servicio.close()));
  }
}
