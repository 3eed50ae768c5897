import {
  AppError,
  type CallRequest,
  type ComandoAction,
  type Caller,
  COMANDO_EXPIRY_MS,
  MIN_OFF_S,
  type ComandoAccepted,
  type PlanDeComando,
  type Sistema,
  callerActor,
  inWords,
  maxEncendido,
  refused,
} from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { StoredComando } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import { limitOf } from '../ledger/token-limit.js';
import { type AccessibleSwitch, DeviceAccess } from '../../registry/device-access.js';
import { PlansService } from '../../plans/plans.service.js';
import { LeaseStore } from '../../presence/lease.store.js';
import { BoardCourier } from './board-courier.js';
import type { ComandoASwitch } from './switch-order.js';
import { NO_HOLD_S, SwitchOrders } from './switch-orders.service.js';

/** Longest time a request waits for its command to leave, ms. */
const SENT_WAIT_MS = 600;

export interface Request {
  accion: ComandoAction;
  duracion_s?: number | undefined;
  clave: string | null;
  ip: string;
  navegador: string;
  /** Of a service: for what it orders. */
  plan?: PlanDeComando | undefined;
  no_apagado_desde?: number | undefined;
}

type TurnOn = CallRequest<'switches.encender_lote'>['ordenes'][number];

@Injectable()
export class SwitchCommandsService {
  constructor(
    private readonly access: DeviceAccess,
    private readonly orders: SwitchOrders,
    private readonly ledger: Ledger,
    private readonly courier: BoardCourier,
    private readonly leases: LeaseStore,
    private readonly plans: PlansService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `no_encontrado`, `switch_bloqueado`, `switch_protegido`, `switch_enclavado`, `switch_en_reposo`, `comando_rechazado` for an inactive switch, `datos_invalidos`. An OFF is refused only by `no_encontrado`, or a key of another order */
  async command(caller: Caller, id: number, request: Request): Promise<ComandoAccepted> {
    const sw = await this.access.requireSwitch(caller, id);
    const { accion, duracion_s, clave, ip, navegador, plan, no_apagado_desde } = request;
    if (accion === 'on') await this.access.requireOpenCompany(caller, sw.empresa_id);
    if (accion === 'on' && sw.activo !== 1) {
      throw refused('comando_rechazado', { codigo: 'switch_desactivado' });
    }
    const usuario_id = caller.tipo === 'persona' ? caller.usuario_id : null;
    const max_s = await this.secondsOf(sw, { accion, duracion_s }, caller);
    const { comando, isNew, wait } = await this.orders.note(
      orderTo(sw, {
        max_s,
        accion,
        usuario_id,
        actor: callerActor(caller),
        clave,
        ip,
        navegador,
        ...(plan && usuario_id === null && { motivo: plan }),
        ...(accion === 'on' && usuario_id === null && { no_apagado_desde }),
      }),
    );
    const { comando_id, estado, detalle_datos, enviado_ts } = comando;
    if (estado === 'rechazado' && enviado_ts === null) {
      if (detalle_datos === null) throw new AppError('switch_enclavado');
      throw refused('switch_enclavado', detalle_datos, { known: await this.access.known(caller) });
    }
    // A command that waits for a pump to stop leaves later.
    return isNew && !wait ? this.send(comando, sw.placa_id) : { comando_id, estado };
  }

  /**
   * Turns several switches on for a service. Answers in their order why each was refused; null = its command is in the ledger. Where nothing
   * is to be decided they are written down together, the others one by one.
   */
  async turnOnAll(caller: Sistema, ordenes: readonly TurnOn[]): Promise<(AppError | null)[]> {
    const switches = await this.access.switches(
      caller,
      ordenes.map(({ id }) => id),
    );
    const free = new Map<number, ComandoASwitch>();
    for (const { id, duracion_s, plan, no_apagado_desde } of ordenes) {
      const sw = switches.get(id);
      if (!sw || sw.activo !== 1 || MIN_OFF_S[sw.tipo] > 0) continue;
      if (duracion_s <= maxEncendido(sw.tipo, sw.max_encendido_s))
        free.set(
          id,
          orderTo(sw, { max_s: duracion_s, ...ON_BY_SERVICE, ...(plan && { motivo: plan }), no_apagado_desde }),
        );
    }
    const noted = await this.orders.noteFree([...free.values()]).catch((error: unknown): ReadonlySet<number> => {
      this.logger.warn({ err: error }, 'orders could not be written down together');
      return new Set();
    });
    return Promise.all(
      ordenes.map(({ id, duracion_s, plan, no_apagado_desde }) =>
        noted.has(id) && free.get(id)?.max_s === duracion_s
          ? null
          : this.refusalOf(this.command(caller, id, { duracion_s, ...ON_BY_SERVICE, plan, no_apagado_desde })),
      ),
    );
  }

  private async refusalOf(ordered: Promise<unknown>): Promise<AppError | null> {
    try {
      await ordered;
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      this.logger.error({ err: error }, 'one of several orders failed');
      return new AppError('error_interno');
    }
  }

  /** Of an ON its longest time; of an OFF how long the board's rules leave the pin alone. */
  private async secondsOf(
    { placa_id, hardware_pin, tipo, max_encendido_s }: AccessibleSwitch,
    { accion, duracion_s }: Pick<Request, 'accion' | 'duracion_s'>,
    caller: Caller,
  ): Promise<number> {
    const longest = maxEncendido(tipo, max_encendido_s);
    const maximum = accion === 'on' ? Math.min(longest, limitOf(caller, duracion_s)) : longest;
    if (caller.tipo === 'sistema') return accion === 'on' ? durationOf(maximum, duracion_s) : NO_HOLD_S;
    // A person's order without a duration wins over a climate rule for as long as the rule says.
    const hold_s = duracion_s === undefined ? await this.plans.holdOf(placa_id, hardware_pin) : null;
    // The longest time on limits no OFF.
    if (accion === 'off') return hold_s ?? duracion_s ?? maximum;
    return hold_s === null ? durationOf(maximum, duracion_s) : Math.min(maximum, hold_s);
  }

  /** The request does not wait for a disconnected board: the board may come back until the command expires. */
  private async send(comando: StoredComando, placa_id: number): Promise<ComandoAccepted> {
    const here = await this.courier.reaches(placa_id);
    const there = !here && (await this.leases.online([placa_id]))[0] === true;
    // Listen first: the command may be sent, and even answered, before the delivery returns.
    const left = this.ledger.until(comando, hasLeft, here || there ? SENT_WAIT_MS : 0);
    void this.orders.deliver([placa_id]);
    const { comando_id, estado } = await left;
    return { comando_id, estado };
  }
}

const ON_BY_SERVICE = { accion: 'on', usuario_id: null, clave: null, ip: '', navegador: '' } as const;

const orderTo = (
  { id, empresa_id, placa_id, hardware_pin, tipo }: AccessibleSwitch,
  order: Pick<
    ComandoASwitch,
    'max_s' | 'accion' | 'usuario_id' | 'actor' | 'clave' | 'ip' | 'navegador' | 'motivo' | 'no_apagado_desde'
  >,
): ComandoASwitch => ({
  switch_id: id,
  empresa_id,
  placa_id,
  pin: hardware_pin,
  expiry_ms: COMANDO_EXPIRY_MS,
  min_off_s: MIN_OFF_S[tipo],
  ...order,
});

const hasLeft = ({ estado }: StoredComando): boolean => estado !== 'solicitado';

/** @throws AppError `datos_invalidos` when the request exceeds the switch's longest time on */
const durationOf = (maximum_s: number, requested_s: number | undefined): number => {
  if (requested_s === undefined) return maximum_s;
  if (requested_s <= maximum_s) return requested_s;
  const frase = { codigo: 'mas_de_su_maximo', segundos: maximum_s } as const;
  const mensaje = inWords(frase);
  throw refused('datos_invalidos', frase, { texto: `${mensaje}.`, detalles: [{ campo: 'body.duracion_s', mensaje }] });
};
