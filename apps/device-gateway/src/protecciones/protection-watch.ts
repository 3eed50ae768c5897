import { isBeyond, isBypassed, letsGo } from '@acequia/board-protocol';
import { termsOf, type UltimoPunto } from '@acequia/contracts';
import { ENV, Every, LOGGER, REDIS_VOLATILE, type Logger, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { bySystem, SwitchOrders } from '../commands/switches/switch-orders.service.js';
import type { GatewayEnv } from '../env.js';
import { Leadership } from '../leadership.js';
import { MedidasService } from '../medidas/medidas.service.js';
import { LeaseStore } from '../presence/lease.store.js';
import type { KnownEstado } from '../state/known-estado.js';
import { StateStore } from '../state/state.store.js';
import { type ServiceProtection, ServiceProtections, type WiredSwitch } from './service-protections.repository.js';

const LOOK_MS = 1_000;
/** An OFF that did not help is repeated after this, then after twice as long each time, ms. */
const AGAIN_MS = 5_000;
const AGAIN_MAX_MS = 600_000;
/** A board's own rules leave the pin alone for so long, s. */
const HOLD_S = 3_600;
/** A value of a point is one for so long, ms, and for so many of its periods. */
const VALUE_MS = 90_000;
const PERIODS = 3;
/** Without a value it acts after this at the earliest, ms: a gateway that starts, or a broken link, knows none for a moment. */
const DOUBT_MS = 15_000;

/** What is known of a board now. */
interface Board {
  online: boolean;
  state: KnownEstado | null;
}
type Boards = ReadonlyMap<number, Board>;

/**
 * Judges the protections that no board can: it turns off what is on, keeps it off in Postgres, and every ON is refused meanwhile. One instance looks at a
 * time, and another takes over when it dies. Nothing protects while it, or a board, cannot be reached (ADR 25).
 */
@Injectable()
export class ProtectionWatch {
  private readonly leadership: Leadership;
  /** By protection: since when its value is beyond, ms. */
  private readonly beyondSince = new Map<number, number>();
  /** By switch that stays on: when its next OFF is due, ms, and how long the one after that waits. */
  private readonly again = new Map<number, { at: number; wait: number }>();

  constructor(
    @Inject(ENV) env: GatewayEnv,
    @Inject(REDIS_VOLATILE) redis: RedisClient,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly protections: ServiceProtections,
    private readonly points: MedidasService,
    private readonly states: StateStore,
    private readonly leases: LeaseStore,
    private readonly orders: SwitchOrders,
  ) {
    this.leadership = new Leadership(redis, env, 'protecciones');
  }

  @Every({ ms: LOOK_MS, failed: 'protections without a board could not be judged' })
  async look(): Promise<void> {
    if (!(await this.leadership.hold())) return this.beyondSince.clear();
    const list = await this.protections.judged();
    const ids = new Set(list.map(({ id }) => id));
    for (const id of this.beyondSince.keys()) if (!ids.has(id)) this.beyondSince.delete(id);
    if (list.length === 0) return;
    const [values, boards] = await Promise.all([
      this.points.last([...new Set(list.map(({ definicion }) => definicion.punto_id))]),
      this.boardsOf(list),
    ]);
    const told = new Map(values.map((value) => [value.punto_id, value]));
    for (const one of list)
      await this.follow(one, told.get(one.definicion.punto_id), boards).catch((error: unknown) =>
        this.logger.warn({ err: error, id: one.id }, 'a protection without a board could not be followed'),
      );
  }

  private async follow(one: ServiceProtection, told: UltimoPunto | undefined, boards: Boards): Promise<void> {
    const now = Date.now();
    const { id, definicion, disparada_ts: since } = one;
    const terms = termsOf(definicion, now);
    const awaited = Math.max(VALUE_MS, PERIODS * one.cada_s * 1_000);
    const value = told && told.ts !== null && now - told.ts <= awaited ? told.valor : null;
    const bypassed = isBypassed(terms, now);
    if (since !== null && letsGo(terms, { freed: one.soltada ?? 0, for_ms: now - since }, value))
      return this.protections.letGo(id);
    if (since === null) {
      const beyond = !bypassed && watches(one, boards, now) && isBeyond(terms, value);
      if (!this.lasts(id, beyond, Math.max(terms.for_s * 1_000, value === null ? DOUBT_MS : 0), now)) return;
      await this.protections.keepOff(one, now);
      this.logger.warn({ id, value }, 'a protection without a board turns off');
    }
    if (!bypassed) await this.turnOff(one, boards, now);
  }

  /** Whether it has been beyond for so long. */
  private lasts(id: number, beyond: boolean, for_ms: number, now: number): boolean {
    const since = this.beyondSince.get(id) ?? now;
    const over = beyond && now - since >= for_ms;
    if (beyond && !over) this.beyondSince.set(id, since);
    else this.beyondSince.delete(id);
    return over;
  }

  /** All that a connected board reports on. */
  private async turnOff({ definicion, switches }: ServiceProtection, boards: Boards, now: number): Promise<void> {
    for (const item of switches) {
      if (!definicion.apaga.includes(item.id) || !boards.get(item.placa_id)?.online) continue;
      if (onSince(item, boards) === null) {
        this.again.delete(item.id);
        continue;
      }
      const { at, wait } = this.again.get(item.id) ?? { at: 0, wait: AGAIN_MS };
      if (now < at) continue;
      this.again.set(item.id, { at: now + wait, wait: Math.min(wait * 2, AGAIN_MAX_MS) });
      await this.orders.turnOff({
        ...bySystem(item, { codigo: 'proteccion', nombre: definicion.nombre }),
        max_s: HOLD_S,
      });
    }
  }

  private async boardsOf(list: readonly ServiceProtection[]): Promise<Boards> {
    const ids = [...new Set(list.flatMap(({ switches }) => switches.map(({ placa_id }) => placa_id)))];
    const [states, online] = await Promise.all([this.states.read(ids), this.leases.online(ids)]);
    return new Map(ids.map((id, i) => [id, { state: states[i] ?? null, online: online[i] === true }]));
  }
}

const onSince = ({ placa_id, pin }: WiredSwitch, boards: Boards): number | null =>
  boards.get(placa_id)?.state?.encendidoSince(pin) ?? null;

/** Whether it watches now: always, or while the switch that it goes with is on, and not in its first seconds. */
const watches = ({ definicion, switches }: ServiceProtection, boards: Boards, now: number): boolean => {
  const { con_switch_id, gracia_s } = definicion;
  if (con_switch_id === null) return true;
  const followed = switches.find(({ id }) => id === con_switch_id);
  const since = followed ? onSince(followed, boards) : null;
  return since !== null && now - since >= gracia_s * 1_000;
};
