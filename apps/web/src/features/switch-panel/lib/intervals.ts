import type { Comando, HistorialEvent } from '@acequia/contracts';

/** A period in which a switch was on, ms. */
export interface Interval {
  /** Null = on since before the first known event. */
  desde: number | null;
  /** Null = still on. */
  hasta: number | null;
  /** Who gave the order; null = unknown. */
  who: string | null;
}

/** An order precedes its change by at most the time a board may take; the clocks may differ a little. ms */
const BEFORE_MS = 90_000;
const AFTER_MS = 5_000;

/** Orders without a person come from a program or a rule. */
const SYSTEM = 'el sistema';

const whoBegan = (desde: number, comandos: readonly Comando[]): string | null => {
  const order = comandos.find(
    ({ accion, estado, ts }) =>
      accion === 'on' && estado === 'confirmado' && ts <= desde + AFTER_MS && ts >= desde - BEFORE_MS,
  );
  return order ? (order.usuario_nombre ?? (order.usuario_id === null ? SYSTEM : null)) : null;
};

/** Periods in which one switch was on, newest first, from its changes of state and its commands (both newest first). */
export function intervalsOf(events: readonly HistorialEvent[], comandos: readonly Comando[]): Interval[] {
  const all: Interval[] = [];
  let began: number | null = null;
  let heard = false;
  for (const { estado, fecha } of events.toReversed()) {
    const ts = Date.parse(fecha);
    if (estado === 1) began ??= ts;
    else if (began !== null || !heard) {
      all.push({ desde: began, hasta: ts, who: began === null ? null : whoBegan(began, comandos) });
      began = null;
    }
    heard = true;
  }
  if (began !== null) all.push({ desde: began, hasta: null, who: whoBegan(began, comandos) });
  return all.reverse();
}
