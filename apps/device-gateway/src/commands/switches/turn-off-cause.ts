import { type FinDeEncendido, ORDER_SLACK_MS } from '@acequia/contracts';
import { type BoardPlans, CLOCK_MS, NEAR_MS, programThatEnded, ruleThatEnded } from '../../plans/plan-causes.js';
import type { StoredComando } from '../ledger/comando.js';
import { planClaims } from '../../plans/plan-claims.js';
import { mustBeOffBy, type UltimoEncendido } from './on-limit.js';

/** A board that measures the time itself may turn off this much early, in ms and as a share of the limit. */
const EARLY_MS = 5_000;
const EARLY_SHARE = 0.25;

/** A switch's last time on as reported by its board, ms. */
export interface TimeOn {
  desde: number;
  hasta: number;
}
type On = UltimoEncendido & Pick<StoredComando, 'ts' | 'usuario_id' | 'motivo_datos'>;
type Off = Pick<StoredComando, 'estado' | 'enviado_ts' | 'usuario_id' | 'motivo_datos'>;
type Cause = Pick<FinDeEncendido, 'causa' | 'nombre'>;

/** What is known of a switch: its newest commands, its longest time on, and the plans of its board. */
export interface Known {
  id: number;
  pin: number;
  on: On | null;
  off: Off | null;
  max_s: number;
  plans?: BoardPlans | undefined;
}

/** What ended the last time on of a switch. */
export const causeOf = (time: TimeOn, { id, pin, on: newestOn, off, max_s, plans }: Known): FinDeEncendido => {
  const { desde, hasta } = time;
  const because = (cause: Cause): FinDeEncendido => ({ ...cause, ts: hasta, limite_s: null });
  const told = off !== null && mayHaveEnded(off, desde, hasta) ? commandCause(off) : null;
  if (told !== null && told.causa !== 'sistema') return because(told);
  // An ON that left after the switch went off belongs to the next time on.
  const on = (newestOn?.enviado_ts ?? Infinity) <= hasta ? newestOn : null;
  const limit = limitOf(time, max_s, on, { plans, id, pin });
  const early = hasta < limit - Math.min(EARLY_MS, (limit - desde) * EARLY_SHARE);
  const run = plans ? programThatEnded(plans, { id, pin }, time) : null;
  if (run) return because({ causa: 'programa', ...run });
  const own = on !== null && on.enviado_ts !== null && limit < desde + max_s * 1_000 - CLOCK_MS;
  // Where the board did not turn off at its time and somebody else did much later, the program did not.
  if (own && !early && hasta <= limit + NEAR_MS && on.motivo_datos?.codigo === 'programa')
    return because({ causa: 'programa', nombre: on.motivo_datos.nombre });
  if (told !== null) return because(told);
  if (!early) return { causa: 'limite', ts: hasta, limite_s: own ? Math.min(on.max_s ?? max_s, max_s) : max_s };
  const rule = plans && mayBeRuled(newestOn, max_s, time) ? ruleThatEnded(plans, { id, pin }, hasta) : null;
  return because(rule ? { causa: 'regla', ...rule } : { causa: 'placa' });
};

/** When the latest of its claims ended; a rule counts only where the switch stayed on past its order. */
const limitOf = (
  { desde, hasta }: TimeOn,
  max_s: number,
  on: On | null,
  { plans, id, pin }: Pick<Known, 'plans' | 'id' | 'pin'>,
): number => {
  // As planned: what is reported of a turn that was cut is the end that is to be explained.
  const claims = plans ? planClaims({ ...plans, done: {} }, { id, pin }, desde, hasta) : [];
  const limit = mustBeOffBy(
    desde,
    max_s,
    on,
    claims.filter(({ until }) => until !== null),
  );
  return hasta > limit + NEAR_MS ? mustBeOffBy(desde, max_s, on, claims) : limit;
};

/** A board's rules leave a pin alone while an order controls it. Only the last order is known, not the one before. */
const mayBeRuled = (newest: On | null, max_s: number, { desde, hasta }: TimeOn): boolean => {
  if (newest === null || newest.motivo_datos?.codigo === 'regla') return true;
  const { enviado_ts, ts } = newest;
  const ends = enviado_ts === null ? -Infinity : enviado_ts + (newest.max_s ?? max_s) * 1_000;
  if ((enviado_ts ?? ts) >= desde - ORDER_SLACK_MS) return enviado_ts !== null && ends + NEAR_MS < hasta;
  return ends <= hasta;
};

const mayHaveEnded = ({ estado, enviado_ts }: Off, desde: number, hasta: number): boolean =>
  enviado_ts !== null &&
  estado !== 'rechazado' &&
  estado !== 'vencido' &&
  enviado_ts >= desde - CLOCK_MS &&
  enviado_ts <= hasta + CLOCK_MS;

const commandCause = ({ usuario_id, motivo_datos }: Off): Cause => {
  if (usuario_id !== null) return { causa: 'persona' };
  if (motivo_datos === null || motivo_datos.codigo === 'sobretiempo' || motivo_datos.codigo === 'proteccion')
    return { causa: 'sistema' };
  if (motivo_datos.codigo === 'programa' || motivo_datos.codigo === 'regla')
    return { causa: motivo_datos.codigo, nombre: motivo_datos.nombre };
  return { causa: 'enclavamiento' };
};
