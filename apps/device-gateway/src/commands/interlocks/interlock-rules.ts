import { type EstadoComando, isOpenComando, type SystemReason, type TurnOnRefusal } from '@acequia/contracts';
import type { KnownEnclavamiento } from '../../registry/interlocks.js';

/** The newest command of one kind to a switch that may act or may have acted: neither refused nor expired. Times in ms. */
export interface Order {
  /** Rises with each command of the ledger. */
  orden: number;
  estado: EstadoComando;
  ts: number;
  vence_ts: number;
  resuelto_ts: number | null;
}

/** The known state of a switch in a group. Times in ms. */
export interface Member {
  id: number;
  nombre: string;
  /** While its board is connected, a report that came since it connected still holds. */
  online: boolean;
  connected_ts: number;
  /** null = the board never reported. */
  seen: { estado: 0 | 1; ts: number } | null;
  /** Since when it is on. */
  desde: number | null;
  on: Order | null;
  off: Order | null;
}
export type Members = ReadonlyMap<number, Member>;

/** A board's first sample may have been taken just before its connection was noted, ms. */
const SLACK_MS = 2_000;
/** A pump that did not obey an OFF gets another one after this, ms. */
const AGAIN_MS = 30_000;

/**
 * May a command have changed (or still change) what was seen at `ts`? After a confirmed `opposite`, a newer confirmed `ownOrder` settles
 * the doubt. Until it expires, an `opposite` may act, even a confirmed one: a sample can agree with a command by chance before it arrives.
 */
const inDoubt = (opposite: Order | null, ownOrder: Order | null, ts: number): boolean => {
  if (opposite === null) return false;
  if (isOpenComando(opposite)) return true;
  const settled = opposite.estado === 'confirmado' && ownOrder?.estado === 'confirmado';
  if (settled && ownOrder.orden > opposite.orden) return false;
  return ts <= Math.max(opposite.vence_ts, opposite.estado === 'confirmado' ? (opposite.resuelto_ts ?? Infinity) : 0);
};

/** Is the switch certainly on (1) or off (0)? Neither is certain while its board is away or a command is under way. */
export const certain = ({ online, connected_ts, seen, on, off }: Member, valor: 0 | 1): boolean => {
  if (!online || seen === null || seen.estado !== valor || seen.ts < connected_ts - SLACK_MS) return false;
  return valor === 1 ? !inDoubt(off, on, seen.ts) : !inDoubt(on, off, seen.ts);
};

const among = (members: Members, ids: readonly number[]): Member[] =>
  ids.map((id) => members.get(id)).filter((member) => member !== undefined);
const named = (members: readonly Member[]): string[] => members.map(({ nombre }) => nombre);
const missing = (members: Members, ids: readonly number[]): boolean => ids.some((id) => !members.has(id));

/** Why a switch may not be turned on, with the name of the other switch; null = it may. Doubt counts as danger. */
export const refusalToTurnOn = (
  id: number,
  groups: readonly KnownEnclavamiento[],
  members: Members,
  now: number,
): TurnOnRefusal | null => {
  for (const group of groups) {
    const refusal =
      group.tipo === 'exclusion'
        ? group.switches.includes(id) && byExclusion(id, group, members)
        : group.bomba_id === id && byValves(group, members, now);
    if (refusal) return refusal;
  }
  return null;
};

const byExclusion = (id: number, group: KnownEnclavamiento, members: Members): TurnOnRefusal | null => {
  const others = group.switches.filter((otro) => otro !== id);
  for (const otro of among(members, others)) {
    if (certain(otro, 0)) continue;
    const { nombre } = otro;
    if (otro.on !== null && isOpenComando(otro.on)) return { codigo: 'otro_encendiendo', nombre };
    if (otro.online && otro.seen?.estado === 1) return { codigo: 'otro_encendido', nombre };
    return { codigo: 'otro_incierto', nombre };
  }
  return missing(members, others) ? { codigo: 'otro_desconocido', interlockGroup: group.nombre } : null;
};

const byValves = (group: KnownEnclavamiento, members: Members, now: number): TurnOnRefusal | null => {
  const valves = among(members, group.switches);
  const opened = valves.filter((valve) => certain(valve, 1));
  if (opened.length === 0) return { codigo: 'falta_valvula', valves: named(valves) };
  const wait = Math.min(...opened.map(({ desde }) => (desde ?? now) + group.retardo_encendido_s * 1_000 - now));
  if (wait <= 0) return null;
  return { codigo: 'valvula_reciente', valves: named(opened), segundos: Math.ceil(wait / 1_000) };
};

/** A pump that has to stop before a valve closes, and how long the valve waits after that, s. */
export interface PumpFirst {
  bomba_id: number;
  delay_s: number;
  /** The command that stopped the pump a moment ago; null = the pump still has to be stopped. */
  stop: number | null;
}

/** No interlock refuses an OFF, but the last open valve of a pump that may run closes only after the pump has stopped. */
export const beforeTurnOff = (
  id: number,
  groups: readonly KnownEnclavamiento[],
  members: Members,
  now: number,
): PumpFirst[] => {
  const own = members.get(id);
  if (own && certain(own, 0)) return [];
  return groups.flatMap((group): PumpFirst[] => {
    if (group.tipo !== 'requiere' || group.bomba_id === null || !group.switches.includes(id)) return [];
    const pump = members.get(group.bomba_id);
    const others = among(
      members,
      group.switches.filter((another) => another !== id),
    );
    if (!pump || others.some((another) => certain(another, 1))) return [];
    const { retardo_apagado_s: delay_s } = group;
    if (!certain(pump, 0)) return [{ bomba_id: pump.id, delay_s, stop: null }];
    const { off } = pump;
    if (off?.estado !== 'confirmado' || (off.resuelto_ts ?? 0) + delay_s * 1_000 <= now) return [];
    return [{ bomba_id: pump.id, delay_s, stop: off.orden }];
  });
};

/** A switch that has to be turned off because of what the boards report. */
export interface Fault {
  group_id: number;
  switch_id: number;
  motivo: SystemReason;
  /** It is only unknown whether a valve is open: the watch may wait a while before it acts. */
  uncertain: boolean;
}

/** Finds the groups that the reported states break: somebody pressed a button, a valve closed by itself, a board went away. */
export const faultsOf = (groups: readonly KnownEnclavamiento[], members: Members, now: number): Fault[] =>
  groups
    .flatMap((group) => (group.tipo === 'exclusion' ? juntos(group, members) : withoutValve(group, members)))
    .filter(({ switch_id }) => {
      const off = members.get(switch_id)?.off ?? null;
      return off === null || off.ts + AGAIN_MS <= now;
    });

/** The switch that came on first stays on. */
const juntos = (group: KnownEnclavamiento, members: Members): Fault[] => {
  const encendidos = among(members, group.switches)
    .filter((member) => certain(member, 1))
    .sort((a, b) => (a.desde ?? 0) - (b.desde ?? 0) || a.id - b.id);
  const [primero, ...rest] = encendidos;
  return rest.map(({ id }) => ({
    group_id: group.id,
    switch_id: id,
    motivo: { codigo: 'juntos', con: primero?.nombre ?? '', interlockGroup: group.nombre },
    uncertain: false,
  }));
};

const withoutValve = (group: KnownEnclavamiento, members: Members): Fault[] => {
  const pump = group.bomba_id === null ? undefined : members.get(group.bomba_id);
  const valves = among(members, group.switches);
  if (!pump || !certain(pump, 1) || valves.some((valve) => certain(valve, 1))) return [];
  const uncertain = missing(members, group.switches) || !valves.every((valve) => certain(valve, 0));
  const motivo = { codigo: 'sin_valvula', interlockGroup: group.nombre, incierto: uncertain } as const;
  return [{ group_id: group.id, switch_id: pump.id, motivo, uncertain }];
};
