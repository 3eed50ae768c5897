import type { Caller, CallRequest, CallResponse, EventData } from '@acequia/contracts';
import { AUTH_KEY_CONTEXT } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { type Account, type Model, RelayCloud, type RelayDevice } from '@acequia/simulators';
import { ComandosHandlers } from '../commands/ledger/comandos.handlers.js';
import { admin, Gateway, Parts } from '../gateway.fixture.js';
import { ProjectionRepository } from '../registry/projection.repository.js';
import { AccountDirectory } from '../registry/account-directory.js';
import { DispositivosHandlers } from './devices/dispositivos.handlers.js';

const TIPO = {
  shelly1: 'shelly_1',
  plus1: 'shelly_1',
  plus1pm: 'otro',
  pro3em: 'shelly_pro3m',
  pro3em_mono: 'shelly_pro3m',
};

const origen = { ip: '203.0.113.9', navegador: 'pruebas' };

/** Gateways on the real parts, and the stand-in cloud with their devices. */
export class Field {
  private next = 1;

  private constructor(
    readonly parts: Parts,
    readonly cloud: RelayCloud,
    readonly gateways: Gateway[],
  ) {}

  /** `interval_ms`: what the cloud demands between two requests of an account; default: what the vendor's does. */
  static async start({
    gateways = 1,
    env = {},
    ...limit
  }: { gateways?: number; env?: Record<string, string>; interval_ms?: number } = {}): Promise<Field> {
    const [parts, cloud] = await Promise.all([Parts.start(), new RelayCloud(limit).start()]);
    const field = new Field(parts, cloud, []);
    for (let n = 0; n < gateways; n++) await field.gateway(env);
    return field;
  }

  async stop(): Promise<void> {
    await this.parts.stop();
    await this.cloud.stop();
  }

  async gateway(env: Record<string, string> = {}): Promise<Gateway> {
    const gateway = await Gateway.start(this.parts, {
      RELAY_CLOUD_ALLOWED_HOSTS: this.cloud.origin,
      INSTANCE_ID: `gw-${this.gateways.length}`,
      ...env,
    });
    this.gateways.push(gateway);
    return gateway;
  }

  get first(): Gateway {
    return this.gateways[0] as Gateway;
  }

  /** Creates a device in the stand-in and registers it by an event of inventory. Answers its id in the console. */
  async device(
    account: Account,
    model: Model,
    changes: Partial<EventData<'dispositivo.guardado'>> & { auth_key?: string } = {},
  ): Promise<{ id: number; device: RelayDevice }> {
    const device = account.add(model);
    const id = await this.register({
      shelly_id: device.id,
      tipo: TIPO[model] as 'otro',
      auth_key: account.key,
      ...changes,
    });
    return { id, device };
  }

  async register({
    auth_key,
    ...changes
  }: Partial<EventData<'dispositivo.guardado'>> & { auth_key: string }): Promise<number> {
    const id = changes.id ?? this.next++;
    const { app } = this.first;
    await this.first.project(async (repository: ProjectionRepository, tx) => {
      await repository.saveDispositivo(tx, {
        id,
        nombre: `Dispositivo ${id}`,
        shelly_id: `d${id}`,
        tipo: 'shelly_1',
        server: this.cloud.origin,
        empresa_id: 1,
        activo: 1,
        suspendido: 0,
        fecha_vencimiento: null,
        auth_key_cifrada: app.get(SecretBox).encrypt(auth_key, AUTH_KEY_CONTEXT),
        ...changes,
      });
      await app.get(AccountDirectory).assign(tx, id);
    });
    return id;
  }

  command(
    id: number,
    accion: 'on' | 'off',
    {
      caller = admin,
      gateway = this.first,
      ...duration
    }: { caller?: Caller; gateway?: Gateway; duracion_s?: number; no_apagado_desde?: number } = {},
  ): Promise<CallResponse<'dispositivos.comandar'>> {
    const handlers = gateway.app.get(DispositivosHandlers);
    return handlers.command({ id, accion, ...duration, ...origen }, { caller, trace_id: 't', deadline: 0 });
  }

  live(
    id: number,
    { forzar = false, caller = admin, gateway = this.first } = {},
  ): Promise<CallResponse<'dispositivos.en_vivo'>> {
    return gateway.app.get(DispositivosHandlers).enVivo({ id, forzar }, { caller, trace_id: 't', deadline: 0 });
  }

  metrics(id: number, caller = admin): Promise<CallResponse<'dispositivos.metricas'>> {
    return this.first.app.get(DispositivosHandlers).metricas({ id }, { caller, trace_id: 't', deadline: 0 });
  }

  ledger(request: CallRequest<'comandos.listar'> = {}, caller = admin): Promise<CallResponse<'comandos.listar'>> {
    return this.first.app.get(ComandosHandlers).list(request, { caller, trace_id: 't', deadline: 0 });
  }

  async observe(...dispositivos: number[]): Promise<void> {
    await this.first.app.get(DispositivosHandlers).observe({ dispositivos });
  }
}
