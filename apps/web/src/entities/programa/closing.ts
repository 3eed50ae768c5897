import { lastClaim, longestOnUntil, maxEncendido, type SwitchEnVivo, type Turno } from '@acequia/contracts';
import { endOf } from './of-switch.js';

/** The current time on of a switch: the start and the end of the order or turn that holds it last, ms. */
export interface Closing {
  from: number;
  at: number;
  /** The turn of its program; null = a person gave the order. */
  turnoId: string | null;
}

/** Null while the switch is off or its end is unknown. */
export function closingOf(sw: SwitchEnVivo, turnos: readonly Turno[], now: number): Closing | null {
  if (sw.estado !== 1) return null;
  const { comando } = sw;
  const order = comando?.accion === 'on' && (comando.estado === 'confirmado' || comando.estado === 'enviado');
  const asked =
    order && comando.max_s
      ? [{ from: comando.ts, until: comando.ts + comando.max_s * 1_000, turnoId: null }].filter(
          ({ until }) => until > now,
        )
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
