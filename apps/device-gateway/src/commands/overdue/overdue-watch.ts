import { type Claim, maxEncendido } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { KnownPlaca, KnownSwitch } from '../../registry/known-placa.js';
import { planClaims, withReport } from '../../plans/plan-claims.js';
import { PlansService } from '../../plans/plans.service.js';
import type { KnownEstado } from '../../state/known-estado.js';
import { StateMerger } from '../../state/state-merger.js';
import { StateStore } from '../../state/state.store.js';
import { mustBeOffBy, TOLERANCE_MS, type UltimoEncendido } from '../switches/on-limit.js';
import { SwitchLedgerRepository } from '../switches/switch-ledger.repository.js';
import { bySystem, SwitchOrders } from '../switches/switch-orders.service.js';

const LOOK_MS = 2_500;
/** An OFF that did not help is repeated after this, then after twice as long each time, ms. */
const AGAIN_MS = 30_000;
const AGAIN_MAX_MS = 600_000;
/** A switch that a plan holds past its order is looked at again after this, ms. */
const HELD_MS = 30_000;
/** No ON is longer than this, ms. */
const MEMORY_MS = 8 * 86_400_000;

interface Encendido {
  placa: KnownPlaca;
  item: KnownSwitch;
  /** ms */
  desde: number;
  /** When the watch looks at it again, ms, and how long it waits after another OFF. */
  onceMore: number;
  wait: number;
}

/**
 * The second line of defense behind the board's own timer: commands off, in the system's name, every switch that is on longer than anything holds it.
 * Learns from samples what is on (the last-known state holds since when), so a restarted instance knows it after the next sample of each
 * board. Asks the last-known state before it commands, because a board may have gone on at another instance since. Two instances that see
 * the same fault create one command.
 */
@Injectable()
export class OverdueWatch implements OnModuleInit {
  private readonly encendidos = new Map<number, Encendido>();

  constructor(
    private readonly news: StateMerger,
    private readonly states: StateStore,
    private readonly repository: SwitchLedgerRepository,
    private readonly orders: SwitchOrders,
    private readonly plans: PlansService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.news.onState((placa, estado) => this.note(placa, estado));
  }

  private note(placa: KnownPlaca, estado: KnownEstado): void {
    for (const item of placa.switches) this.keep(placa, item, estado.encendidoSince(item.hardware_pin));
  }

  private keep(placa: KnownPlaca, item: KnownSwitch, desde: number | null): void {
    const known = this.encendidos.get(item.id);
    if (desde === null) this.encendidos.delete(item.id);
    else if (known) Object.assign(known, { placa, item, desde });
    else this.encendidos.set(item.id, { placa, item, desde, onceMore: 0, wait: AGAIN_MS });
  }

  @Every({ ms: LOOK_MS, failed: 'the search for switches that are on for too long failed' })
  async look(): Promise<void> {
    const now = Date.now();
    const due = [...this.encendidos.values()].filter(({ onceMore, placa }) => onceMore <= now && !placa.eliminada);
    const ids = due.map(({ item }) => item.id);
    const orders = await this.repository.latest(ids, MEMORY_MS, true);
    const endOf = (one: Encendido, plans: readonly Claim[] = []): number =>
      mustEnd(one, orders.get(one.item.id), plans);
    const suspects = due.filter((one) => now > endOf(one));
    await this.refresh(suspects);
    const over = suspects.filter((one) => this.encendidos.get(one.item.id) === one && now > endOf(one));
    const claims = await this.planClaimsOf(over, now);
    for (const one of over) {
      const end = endOf(one, claims.get(one));
      // What holds it may change meanwhile.
      if (end >= now) one.onceMore = Math.min(end, now + HELD_MS);
      else await this.end(one, now);
    }
  }

  /** Takes over what other instances have received of these switches. Without the volatile Redis it relies on its own memory. */
  private async refresh(suspects: readonly Encendido[]): Promise<void> {
    const placas = suspects.map(({ placa }) => placa.placa_id);
    const estados = await this.states.read(placas).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the state of switches that are on for too long could not be read');
      return null;
    });
    estados?.forEach((estado, at) => {
      const { placa, item } = suspects[at] as Encendido;
      this.keep(placa, item, estado?.encendidoSince(item.hardware_pin) ?? null);
    });
  }

  /** A program's turn or a rule of its board may hold a switch whose order is over. */
  private async planClaimsOf(over: readonly Encendido[], now: number): Promise<Map<Encendido, Claim[]>> {
    if (over.length === 0) return new Map();
    const found = await this.plans.plansOf([...new Set(over.map(({ placa }) => placa.placa_id))]);
    return new Map(
      over.map((one) => {
        const { placa, item, desde } = one;
        const plans = found.get(placa.placa_id) ?? { runs: [], rules: [], done: {} };
        return [one, withReport(planClaims(plans, { id: item.id, pin: item.hardware_pin }, desde, now))];
      }),
    );
  }

  private async end(encendido: Encendido, now: number): Promise<void> {
    const { placa, item, wait } = encendido;
    // While on, the switch may have moved to another pin or board, or been deleted.
    if (!placa.switches.some(({ id }) => id === item.id)) return void this.encendidos.delete(item.id);
    encendido.onceMore = now + wait;
    encendido.wait = Math.min(wait * 2, AGAIN_MAX_MS);
    await this.turnOff(placa.placa_id, item);
  }

  private async turnOff(placa_id: number, item: KnownSwitch): Promise<void> {
    const { id, empresa_id, hardware_pin: pin } = item;
    const request = bySystem({ id, empresa_id, placa_id, pin }, { codigo: 'sobretiempo' });
    if (await this.orders.turnOff(request))
      this.logger.warn({ switch_id: id, placa_id }, 'a switch was on for too long and is commanded off');
  }
}

const mustEnd = ({ item, desde }: Encendido, orden: UltimoEncendido | undefined, plans: readonly Claim[]): number =>
  mustBeOffBy(desde, maxEncendido(item.tipo, item.max_encendido_s), orden ?? null, plans) + TOLERANCE_MS;
