import type { Comando, HistorialEvent, Turno } from '@acequia/contracts';
import { texts } from './textos.js';

/** Who turns a switch on or off; `sistema` is an order of the service's own. */
export type Actor = 'persona' | 'programa' | 'regla' | 'sistema';

export interface By {
  kind: Actor;
  /** As shown: a person's name, "Programa «Pulsos»", "Regla de clima «Calor»". */
  who: string;
}

/** A period in which a switch was on, ms. */
export interface Interval {
  /** Null = on since before the first known event. */
  desde: number | null;
  /** Null = still on. */
  hasta: number | null;
  /** Who began it; null = unknown. */
  by: By | null;
  /** Who ended it, where that was an order; null = unknown, or still on. */
  endedBy: By | null;
  /** The turn that began it. */
  turno: Turno | null;
}

/** An order precedes its change by at most the time a board may take; the clocks may differ a little. ms */
export const BEFORE_MS = 90_000;
const AFTER_MS = 5_000;

/** A turn's start and the report of its ON lie this close to each other, ms. */
const NEAR_MS = 15_000;

const ACTORS: Readonly<Partial<Record<string, Actor>>> = { programa: 'programa', regla: 'regla' };

export const byOf = ({ usuario_id, usuario_nombre, motivo, motivo_codigo }: Comando): By =>
  usuario_id === null
    ? { kind: ACTORS[motivo_codigo ?? ''] ?? 'sistema', who: motivo ?? texts.system }
    : { kind: 'persona', who: usuario_nombre ?? texts.person };

/** The confirmed order that a change of state answers. */
const orderOf = (ts: number, accion: Comando['accion'], comandos: readonly Comando[]): Comando | undefined =>
  comandos.find(
    (one) =>
      one.accion === accion && one.estado === 'confirmado' && one.ts <= ts + AFTER_MS && one.ts >= ts - BEFORE_MS,
  );

const begunBy = (
  desde: number,
  comandos: readonly Comando[],
  turnos: readonly Turno[],
): Pick<Interval, 'by' | 'turno'> => {
  const order = orderOf(desde, 'on', comandos);
  if (order && order.usuario_id !== null) return { by: byOf(order), turno: null };
  const turno =
    turnos.find(
      ({ estado, real_inicio, inicio }) =>
        BEGUN.has(estado) && Math.abs((real_inicio ?? inicio) - desde) <= (order ? BEFORE_MS : NEAR_MS),
    ) ?? null;
  if (order?.motivo) return { by: byOf(order), turno };
  if (turno) return { by: { kind: 'programa', who: texts.program(turno.programa_nombre) }, turno };
  return { by: order ? byOf(order) : null, turno };
};

const BEGUN: ReadonlySet<Turno['estado']> = new Set(['en_curso', 'cumplido', 'parcial']);

/** Periods in which one switch was on, newest first, from its changes of state and commands (both newest first) and its turns. */
export function intervalsOf(
  events: readonly HistorialEvent[],
  comandos: readonly Comando[],
  turnos: readonly Turno[] = [],
): Interval[] {
  const interval = (desde: number | null, hasta: number | null): Interval => {
    const off = hasta === null ? undefined : orderOf(hasta, 'off', comandos);
    const begun = desde === null ? { by: null, turno: null } : begunBy(desde, comandos, turnos);
    return { desde, hasta, ...begun, endedBy: off ? byOf(off) : null };
  };
  const all: Interval[] = [];
  let began: number | null = null;
  let heard = false;
  for (const { estado, fecha, primero } of events.toReversed()) {
    const ts = Date.parse(fecha);
    if (estado === 1) began ??= ts;
    else if (began !== null || !(heard || primero)) {
      all.push(interval(began, ts));
      began = null;
    }
    heard = true;
  }
  if (began !== null) all.push(interval(began, null));
  return all.reverse();
}
