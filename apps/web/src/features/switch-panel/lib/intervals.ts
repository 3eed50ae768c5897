import type { Comando, HistorialEvent, Turno } from '@acequia/contracts';
import { texts } from '../textos.js';

/** A period in which a switch was on, ms. */
export interface Interval {
  /** Null = on since before the first known event. */
  desde: number | null;
  /** Null = still on. */
  hasta: number | null;
  /** The person, program or rule that began it; null = unknown. */
  who: string | null;
}

/** An order precedes its change by at most the time a board may take; the clocks may differ a little. ms */
const BEFORE_MS = 90_000;
const AFTER_MS = 5_000;

/** A turn's start and the report of its ON lie this close to each other, ms. */
const NEAR_MS = 15_000;

const whoBegan = (desde: number, comandos: readonly Comando[], turnos: readonly Turno[]): string | null => {
  const order = comandos.find(
    ({ accion, estado, ts }) =>
      accion === 'on' && estado === 'confirmado' && ts <= desde + AFTER_MS && ts >= desde - BEFORE_MS,
  );
  if (order && order.usuario_id !== null) return order.usuario_nombre;
  if (order?.motivo) return order.motivo;
  const turno = turnos.find(
    ({ estado, real_inicio, inicio }) =>
      BEGUN.has(estado) && Math.abs((real_inicio ?? inicio) - desde) <= (order ? BEFORE_MS : NEAR_MS),
  );
  if (turno) return texts.detail.program(turno.programa_nombre);
  return order ? texts.detail.system : null;
};

const BEGUN: ReadonlySet<Turno['estado']> = new Set(['en_curso', 'cumplido', 'parcial']);

/** Periods in which one switch was on, newest first, from its changes of state and commands (both newest first) and its turns. */
export function intervalsOf(
  events: readonly HistorialEvent[],
  comandos: readonly Comando[],
  turnos: readonly Turno[] = [],
): Interval[] {
  const whoOf = (desde: number): string | null => whoBegan(desde, comandos, turnos);
  const all: Interval[] = [];
  let began: number | null = null;
  let heard = false;
  for (const { estado, fecha, primero } of events.toReversed()) {
    const ts = Date.parse(fecha);
    if (estado === 1) began ??= ts;
    else if (began !== null || !(heard || primero)) {
      all.push({ desde: began, hasta: ts, who: began === null ? null : whoOf(began) });
      began = null;
    }
    heard = true;
  }
  if (began !== null) all.push({ desde: began, hasta: null, who: whoOf(began) });
  return all.reverse();
}
