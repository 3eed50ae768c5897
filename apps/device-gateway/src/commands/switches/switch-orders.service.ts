import { COMANDO_EXPIRY_MS, type SystemReason } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StoredComando } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import { StateStore } from '../../state/state.store.js';
import { BoardCourier } from './board-courier.js';
import { CommandWatch } from './command-watch.js';
import { beforeTurnOff, refusalToTurnOn } from '../interlocks/interlock-rules.js';
import { InterlockReader, type WiredMember } from '../interlocks/interlock.reader.js';
import { restLeft } from './rest-rules.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import { type ComandoASwitch, type Noted, placaOf, type Revision } from './switch-order.js';

/** A board's rules leave a pin alone for the seconds of an OFF. The system's OFF is no person's order, so they resume soon. */
export const NO_HOLD_S = 1;

/** A command in the system's own name. */
export const bySystem = (
  { id, empresa_id, placa_id, pin }: Pick<WiredMember, 'id' | 'empresa_id' | 'placa_id' | 'pin'>,
  motivo: SystemReason,
): ComandoASwitch => ({
  switch_id: id,
  empresa_id,
  placa_id,
  pin,
  max_s: NO_HOLD_S,
  accion: 'off',
  usuario_id: null,
  clave: null,
  ip: '',
  navegador: '',
  expiry_ms: COMANDO_EXPIRY_MS,
  min_off_s: 0,
  motivo,
});

/** Every command to a switch takes these steps, whether a person or the system orders it: interlock check, ledger, messages, delivery. */
@Injectable()
export class SwitchOrders {
  constructor(
    private readonly repository: SwitchLedgerRepository,
    private readonly reader: InterlockReader,
    private readonly ledger: Ledger,
    private readonly courier: BoardCourier,
    private readonly watch: CommandWatch,
    private readonly states: StateStore,
  ) {}

  /** Stores a command, and sends the commands that have to leave before it. @throws as {@link SwitchLedgerRepository.add} */
  async note(request: ComandoASwitch): Promise<Noted> {
    const noted = await this.repository.add(request, (tx) => this.inspect(tx, request));
    for (const comando of noted.withdrawn) this.ledger.told(comando);
    for (const comando of noted.before) {
      this.ledger.told(comando);
      void this.deliver([placaOf(comando)]);
    }
    if (noted.isNew) this.ledger.told(noted.comando);
    return noted;
  }

  /** Stores and sends the ONs about which nothing is to be decided. Answers their switches; the others have to be noted one by one. */
  async noteFree(requests: readonly ComandoASwitch[]): Promise<ReadonlySet<number>> {
    const comandos = requests.length === 0 ? [] : await this.repository.addFree(requests);
    for (const comando of comandos) this.ledger.told(comando);
    void this.deliver([...new Set(comandos.map(placaOf))]);
    return new Set(comandos.map(({ entidad_id }) => entidad_id));
  }

  /** Turns a switch off in the system's name. Answers null when an OFF was already under way. */
  async turnOff(request: ComandoASwitch): Promise<StoredComando | null> {
    const { comando, isNew } = await this.note(request);
    if (!isNew) return null;
    await this.deliver([request.placa_id]);
    return comando;
  }

  /** Sends the boards' waiting commands, from here or from the instances that hold their connections. */
  async deliver(placas: readonly number[]): Promise<void> {
    const here = await this.courier.reachable(placas);
    const away = placas.filter((placa_id) => !here.includes(placa_id));
    await Promise.all([this.courier.deliver(here), ...away.map((placa_id) => this.watch.callOut(placa_id))]);
  }

  private async inspect(tx: EntityManager, request: ComandoASwitch): Promise<Revision | null> {
    const groups = await this.byGroups(tx, request);
    const rest = request.accion === 'on' && request.min_off_s > 0 ? await this.restOf(request) : undefined;
    if (rest === undefined) return groups;
    return { ...(groups ?? { refusal: null, before: [], waitsFor: [], wait_s: 0 }), restLeft: rest };
  }

  private async restOf({ placa_id, pin, min_off_s }: ComandoASwitch): Promise<NonNullable<Revision['restLeft']>> {
    const state = (await this.states.read([placa_id]))[0];
    const known = state?.pin(pin);
    const seen = known
      ? { on: known.estado === 1, ts: state?.seen(known.ts) ?? known.ts, offSince: state?.lastOn(pin)?.hasta ?? null }
      : null;
    return (offSent) => restLeft(min_off_s, { seen, offSent }, Date.now());
  }

  private async byGroups(tx: EntityManager, request: ComandoASwitch): Promise<Revision | null> {
    const { switch_id, empresa_id, accion } = request;
    const groups = await this.reader.groupsOf(tx, empresa_id, switch_id);
    if (groups.length === 0) return null;
    await this.reader.lockCompany(tx, empresa_id);
    const members = await this.reader.members(tx, groups);
    if (accion === 'on') {
      return { refusal: refusalToTurnOn(switch_id, groups, members, Date.now()), before: [], waitsFor: [], wait_s: 0 };
    }
    const pumps = beforeTurnOff(switch_id, groups, members, Date.now());
    const motivo = { codigo: 'ultima_valvula', valve: members.get(switch_id)?.nombre ?? '' } as const;
    const aboutToStop = new Set(pumps.filter(({ stop }) => stop === null).map(({ bomba_id }) => bomba_id));
    return {
      refusal: null,
      before: [...aboutToStop].map((bomba_id) => bySystem(members.get(bomba_id) as WiredMember, motivo)),
      waitsFor: pumps.flatMap(({ stop }) => (stop === null ? [] : [String(stop)])),
      wait_s: Math.max(0, ...pumps.map(({ delay_s }) => delay_s)),
    };
  }
}
