import type { SwitchEnVivo } from '@acequia/contracts';
import { isUnderWay, type SwitchOrder } from './order.js';
import { texts } from './textos.js';

/** How long a message is shown; failures and automatic changes stay longer. ms */
const CONFIRMED_MS = 2 * 60_000;
const OTHER_MS = 60 * 60_000;

export interface News {
  text: string;
  kind: SwitchOrder['estado'] | 'fin';
}

type Known = Pick<SwitchEnVivo, 'estado' | 'estado_ts' | 'fin'>;

/** The message about a switch's newest order, or about why it was turned off afterwards; null when there is none. `now` in ms; times of day are said in `zone`. */
export function newsOf(
  { estado, estado_ts, fin }: Known,
  order: SwitchOrder | null,
  now: number,
  zone: string,
): News | null {
  if (order && isUnderWay(order)) return { text: texts.outcome(order), kind: order.estado };
  if (estado === 0 && fin && fin.ts >= (order?.ts ?? 0) && (fin.causa !== 'persona' || order?.accion === 'on'))
    return now - fin.ts < OTHER_MS ? { text: texts.ending(fin, zone), kind: 'fin' } : null;
  if (!order) return null;
  const confirmed = order.estado === 'confirmado';
  // The order was confirmed, but the switch has been turned off since for an unknown reason: the message would mislead.
  if (confirmed && order.accion === 'on' && estado === 0 && (estado_ts ?? 0) > order.ts) return null;
  return now - order.ts < (confirmed ? CONFIRMED_MS : OTHER_MS)
    ? { text: texts.outcome(order), kind: order.estado }
    : null;
}
