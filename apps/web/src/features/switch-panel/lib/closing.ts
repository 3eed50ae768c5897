import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { endOf, turnsOfSwitch } from '../../../entities/programa/of-switch.js';

/** The time on that a switch is in: when it began and when it ends by itself, ms. */
export interface Closing {
  from: number;
  at: number;
  /** The turn of a program that it is; null = a person asked for it. */
  turnoId: string | null;
}

/** Null while it is off, or when nobody here knows until when it is on. The later word holds: a board obeys the last it heard. */
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
