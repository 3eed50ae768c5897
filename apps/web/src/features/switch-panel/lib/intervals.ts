import type { Comando, HistorialEvent } from '@acequia/contracts';

/** A time that a switch was on, ms. */
export interface Interval {
  /** Null = it was on before anything that is known. */
  desde: number | null;
  /** Null = it still is. */
  hasta: number | null;
  /** Who asked for it; null = nobody here knows. */
  who: string | null;
}

/** An order comes before the change it makes, by as long as a board may take; clocks may differ a little. ms */
const BEFORE_MS = 90_000;
const AFTER_MS = 5_000;

/** The system's own orders are a program's, or a rule's. */
const SYSTEM = 'el sistema';

const whoBegan = (desde: number, comandos: readonly Comando[]): string | null => {
  const order = comandos.find(
    ({ accion, estado, ts }) =>
      accion === 'on' && estado === 'confirmado' && ts <= desde + AFTER_MS && ts >= desde - BEFORE_MS,
  );
  return order ? (order.usuario_nombre ?? (order.usuario_id === null ? SYSTEM : null)) : null;
};

/** Times on of one switch, newest first, from its changes of state and its commands (both newest first). */
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
