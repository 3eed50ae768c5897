import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { endOf, turnsOfSwitch } from '../../../entities/programa/of-switch.js';

/** The current time on of a switch: its start and its automatic end, ms. */
export interface Closing {
  from: number;
  at: number;
  /** The turn of its program; null = a person gave the order. */
  turnoId: string | null;
}

/**
 * Null while the switch is off or its end is unknown. Of a turn and an order the later one counts, because the board obeys the last
 * command.
 */
export function closingOf(sw: SwitchEnVivo, turnos: readonly Turno[], now: number): Closing | null {
  if (sw.estado !== 1) return null;
  const { current } = turnsOfSwitch(turnos, sw.id, now);
  const turn = current && {
    from: current.real_inicio ?? current.inicio,
    at: endOf(current),
    turnoId: current.turno_id,
  };
  const { comando } = sw;
  const order =
    comando?.accion === 'on' && (comando.estado === 'confirmado' || comando.estado === 'enviado') && comando;
  const asked = order && order.max_s ? { from: order.ts, at: order.ts + order.max_s * 1_000, turnoId: null } : null;
  const later = asked && asked.at > now && (!turn || asked.from > turn.from) ? asked : turn;
  return later ?? null;
}
