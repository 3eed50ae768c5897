import { lastClaim, longestOnUntil, maxEncendido, orderClaim, type SwitchEnVivo, type Turno } from '@acequia/contracts';
import { endOf } from './of-switch.js';

/** The current time on of a switch: the start and the end of the order or turn that holds it last, ms. */
export interface Closing {
  from: number;
  at: number;
  /** The turn of its program; null = a person gave the order. */
  turnoId: string | null;
}

/** When a switch goes off if it is turned on for these seconds, ms: turns of programs that run or begin meanwhile may hold it longer. */
export function closingAfter(sw: SwitchEnVivo, turnos: readonly Turno[], now: number, seconds: number): number {
  const limit = longestOnUntil(now, maxEncendido(sw.tipo, sw.max_encendido_s), now);
  const order = orderClaim(now, seconds);
  const turns = turnos
    .filter(({ switch_id, estado }) => switch_id === sw.id && (estado === 'en_curso' || estado === 'previsto'))
    .map((turno) => ({ from: turno.real_inicio ?? turno.inicio, until: endOf(turno) }))
    .filter(({ until }) => until > now)
    .sort((a, b) => a.from - b.from);
  // A turn counts where the one before it still holds the switch.
  return turns.reduce(
    (end, turn) => (turn.from <= end ? (lastClaim([{ ...order, until: end }, turn], limit)?.until ?? end) : end),
    order.until,
  );
}

/** Null while the switch is off or its end is unknown. */
export function closingOf(sw: SwitchEnVivo, turnos: readonly Turno[], now: number): Closing | null {
  if (sw.estado !== 1) return null;
  const { comando } = sw;
  const order = comando?.accion === 'on' && (comando.estado === 'confirmado' || comando.estado === 'enviado');
  const asked =
    order && comando.max_s
      ? [{ ...orderClaim(comando.ts, comando.max_s), turnoId: null }].filter(({ until }) => until > now)
      : [];
  const turns = turnos
    .filter((turno) => turno.switch_id === sw.id && turno.estado === 'en_curso' && endOf(turno) > now)
    .map((turno) => ({ from: turno.real_inicio ?? turno.inicio, until: endOf(turno), turnoId: turno.turno_id }));
  const claims = [...turns, ...asked];
  const since = Math.min(...claims.map(({ from }) => from));
  const limit = longestOnUntil(since, maxEncendido(sw.tipo, sw.max_encendido_s), asked[0]?.from ?? null);
  const last = lastClaim(claims, limit);
  return last && { from: last.claim.from, at: last.until, turnoId: last.claim.turnoId };
}
