import { type CallContext, HandlesCall, HandlesJob } from '@acequia/bus';
import type { Caller, CallRequest, CallResponse } from '@acequia/contracts';
import { AppError, callerEmpresa, notFound } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { ProjectionRepository } from '../registry/projection.repository.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { type LastOn, OperationsService } from '../commands/switches/operations.service.js';
import { PlansService } from '../plans/plans.service.js';
import { LinkHistory } from '../presence/link-history.js';
import { ConnectionsService } from '../presence/connections.service.js';
import { EstadoService } from './estado.service.js';

/** Answers questions about boards. A person gets only the boards of their company; a foreign board looks like one that never reported. */
@Controller()
export class EstadoHandlers {
  constructor(
    private readonly estado: EstadoService,
    private readonly connections: ConnectionsService,
    private readonly directory: PlacaDirectory,
    private readonly projection: ProjectionRepository,
    private readonly mandos: OperationsService,
    private readonly history: LinkHistory,
    private readonly plans: PlansService,
  ) {}

  @HandlesCall('estado.leer')
  async leer({ placas }: CallRequest<'estado.leer'>, { caller }: CallContext): Promise<CallResponse<'estado.leer'>> {
    const visible = this.visible(placas, caller);
    const [answers, wishes] = await Promise.all([this.estado.read(visible), this.mandos.wishes(visible)]);
    const now = Date.now();
    const lastOn: LastOn = (placa_id, pin) => answers.get(placa_id)?.lastOn(pin) ?? null;
    const plans = await this.mandos.plansOf(visible, wishes, lastOn, now);
    return placas.map((placa_id) => {
      const readOne = answers.get(placa_id);
      if (!readOne) return { placa_id, online: 0, ts: null, pines: [], sensores: [] };
      return this.mandos.withWish(readOne.estado, { ...wishes, plans }, readOne.lastOn, now);
    });
  }

  @HandlesCall('placas.conexion')
  async connection(
    { placas }: CallRequest<'placas.conexion'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.conexion'>> {
    const answers = await this.estado.connection(this.visible(placas, caller));
    return placas.map(
      (placa_id) =>
        answers.get(placa_id) ?? { placa_id, online: 0, ultimo_visto: null, fw: null, rssi: null, reloj_adelantado: 0 },
    );
  }

  /** For services only: alerts asks for the dossier of a month. */
  @HandlesCall('placas.sin_enlace')
  async withoutLink(
    { placas, desde, hasta }: CallRequest<'placas.sin_enlace'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.sin_enlace'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    return this.history.without(placas, desde, hasta);
  }

  /** A person gets only their own company's. */
  @HandlesCall('empresas.consumo')
  async consumption(
    { empresas }: CallRequest<'empresas.consumo'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'empresas.consumo'>> {
    const own = callerEmpresa(caller);
    const answers = await this.estado.consumption(empresas);
    return answers.map((answer, i) => (own === null || own === empresas[i] ? answer : null));
  }

  /** For admins of the board's company; for anyone else it does not exist. */
  @HandlesCall('placas.detalle')
  async detalle(
    { placa_id }: CallRequest<'placas.detalle'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'placas.detalle'>> {
    const placa = this.directory.byId(placa_id);
    if (!placa || this.visible([placa_id], caller).length === 0) throw notFound();
    if (caller.tipo === 'persona' && caller.rol === 'usuario') throw notFound();
    const [states, enlaces, revs] = await Promise.all([
      this.estado.read([placa_id]),
      this.history.of(placa_id),
      this.plans.revs(placa),
    ]);
    const { online = 0, ts = null, pines = [], sensores = [] } = states.get(placa_id)?.estado ?? {};
    return { placa_id, online, ts, pines, sensores, enlaces, ...revs };
  }

  @HandlesJob('placas.barrer_conexiones')
  async barrer(): Promise<void> {
    await this.connections.sweep();
    await this.projection.purge();
  }

  private visible(placas: number[], caller: Caller): number[] {
    const empresa = callerEmpresa(caller);
    return placas.filter((placa_id) => {
      const placa = this.directory.byId(placa_id);
      return placa !== undefined && (empresa === null || placa.empresa_id === empresa);
    });
  }
}
