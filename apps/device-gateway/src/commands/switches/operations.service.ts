import {
  type ComandoAction,
  type Bloqueo,
  type EstadoPlaca,
  type FinDeEncendido,
  type ProteccionDeSwitch,
  isDiscrepancy,
  type SwitchOperation,
  maxEncendido,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { detailOf, type StoredComando } from '../ledger/comando.js';
import type { KnownSwitch } from '../../registry/known-placa.js';
import { type BoardPlans, ruleExplains } from '../../plans/plan-causes.js';
import { claimsAfter } from '../../plans/plan-claims.js';
import { PlansService } from '../../plans/plans.service.js';
import { ProtectionsRepository } from '../../plans/protections.repository.js';
import { LinkHistory } from '../../presence/link-history.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { BloqueosService } from '../lockouts/bloqueos.service.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import { placaOf } from './switch-order.js';
import { causeOf, type TimeOn } from './turn-off-cause.js';

/** An order older than this no longer counts as somebody's wish, ms. */
const WISH_MS = 86_400_000;

/** The last time on of a board's pin that is off. */
export type LastOn = (placa_id: number, pin: number) => TimeOn | null;

/** The orders of people to switches, by switch id. */
export interface Wishes {
  latest: Map<number, Partial<Record<ComandoAction, StoredComando>>>;
  bloqueos: Map<number, Bloqueo>;
  protecciones: Map<number, ProteccionDeSwitch>;
}
/** By board. */
export type Plans = ReadonlyMap<number, BoardPlans>;

const newest = ({ on, off }: Partial<Record<ComandoAction, StoredComando>>): StoredComando | undefined =>
  on && off ? (BigInt(on.id) > BigInt(off.id) ? on : off) : (on ?? off);

@Injectable()
export class OperationsService {
  constructor(
    private readonly directory: PlacaDirectory,
    private readonly repository: SwitchLedgerRepository,
    private readonly bloqueos: BloqueosService,
    private readonly plans: PlansService,
    private readonly protections: ProtectionsRepository,
    private readonly links: LinkHistory,
  ) {}

  /** The last orders to the switches of these boards, and which of the switches are locked out. */
  async wishes(placas: readonly number[]): Promise<Wishes> {
    const ids = placas.flatMap((placa_id) => this.cableado(placa_id).map(({ id }) => id));
    if (ids.length === 0) return { latest: new Map(), bloqueos: new Map(), protecciones: new Map() };
    const [latest, bloqueos, protecciones] = await Promise.all([
      this.repository.newestOfEach(ids, WISH_MS),
      this.bloqueos.of(ids),
      this.protections.of(ids),
    ]);
    return { latest, bloqueos, protecciones };
  }

  /** The plans of those boards that have an order on one of their switches, or a switch that went off. */
  async plansOf(placas: readonly number[], { latest }: Wishes, lastOn: LastOn, now: number): Promise<Plans> {
    const asked = new Set(
      [...latest.values()].flatMap((orders) => newest(orders)?.via ?? []).map((via) => placaOf({ via })),
    );
    const wentOff = (placa_id: number): boolean =>
      this.cableado(placa_id).some(({ hardware_pin }) => (lastOn(placa_id, hardware_pin)?.hasta ?? 0) > now - WISH_MS);
    const concerned = placas.filter((placa_id) => asked.has(placa_id) || wentOff(placa_id));
    return concerned.length === 0 ? new Map() : this.withLinks(concerned);
  }

  /** The plans of these boards, and when those with rules connected and disconnected. */
  async withLinks(placas: readonly number[]): Promise<Plans> {
    const found = await this.plans.plansOf(placas);
    const ruled = [...found].filter(([, { rules }]) => rules.length > 0);
    if (ruled.length === 0) return found;
    const links = await this.links.since(
      ruled.map(([placa_id]) => placa_id),
      Date.now() - WISH_MS,
    );
    for (const [placa_id, plans] of ruled) found.set(placa_id, { ...plans, links: links.get(placa_id) ?? [] });
    return found;
  }

  /** Adds to a state the orders of people to its switches. `lastOn`: the last time on of a pin that is off. */
  withWish(
    estado: EstadoPlaca,
    { latest, bloqueos, protecciones, plans }: Wishes & { plans: Plans },
    lastOn: (pin: number) => TimeOn | null,
    now: number,
  ): EstadoPlaca {
    const mandos = this.cableado(estado.placa_id).flatMap((item): SwitchOperation[] => {
      const { id, hardware_pin } = item;
      const orders = latest.get(id) ?? {};
      const ultimo = newest(orders);
      const bloqueo = bloqueos.get(id) ?? null;
      const proteccion = protecciones.get(id) ?? null;
      const board = plans.get(estado.placa_id);
      const fin = finOf(item, lastOn(hardware_pin), { ...orders, plans: board }, now);
      if (!ultimo && !bloqueo && !proteccion && !fin) return [];
      const seen = estado.pines.find(({ pin }) => pin === hardware_pin) ?? null;
      // An order to the switch's previous pin says nothing about its current pin.
      const samePin = ultimo?.pin === hardware_pin && placaOf(ultimo) === estado.placa_id;
      const since = ultimo?.enviado_ts ?? ultimo?.ts ?? 0;
      const newer = board ? claimsAfter(board, { id, pin: hardware_pin }, since, now) : [];
      const differs = ultimo && samePin && seen && isDiscrepancy({ ...ultimo, since }, seen.estado === 1, now, newer);
      // The newest cause counts: a rule may be newer than the order.
      const held = ultimo?.usuario_id !== null;
      const explained = board && ruleExplains(board, { pin: hardware_pin, since, held }, now);
      // A protection that keeps it off has an alarm of its own.
      const kept = ultimo?.accion === 'on' && proteccion?.disparada && (proteccion.omitida_hasta ?? 0) <= now;
      const discrepancia = differs && !explained && !kept ? 1 : 0;
      return [{ switch_id: id, discrepancia, comando: ultimo ? inShort(ultimo) : null, bloqueo, proteccion, fin }];
    });
    return mandos.length === 0 ? estado : { ...estado, mandos };
  }

  private cableado(placa_id: number): readonly KnownSwitch[] {
    return this.directory.byId(placa_id)?.switches ?? [];
  }
}

/** What ended the last time on; null = the switch is on, or the end is long ago. */
export const finOf = (
  { id, hardware_pin: pin, tipo, max_encendido_s }: KnownSwitch,
  time: TimeOn | null,
  { on, off, plans }: Partial<Record<ComandoAction, StoredComando>> & { plans?: BoardPlans | undefined },
  now: number,
): FinDeEncendido | null =>
  time === null || now - time.hasta > WISH_MS
    ? null
    : causeOf(time, { id, pin, on: on ?? null, off: off ?? null, plans, max_s: maxEncendido(tipo, max_encendido_s) });

const inShort = (comando: StoredComando): NonNullable<SwitchOperation['comando']> => {
  const { comando_id, accion, estado, detalle_datos, ts, max_s } = comando;
  const short = { comando_id, accion, estado, detalle: detailOf(comando, null), ts, max_s };
  return detalle_datos === null ? short : { ...short, detalle_datos };
};
