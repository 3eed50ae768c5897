import type { FinDeEncendido } from '@acequia/contracts';
import type { StoredComando } from '../ledger/comando.js';
import { limiteDe, type UltimoEncendido } from './overdue-rules.js';

/** Largest difference between two clocks, ms. */
const CLOCK_MS = 2_000;
/** A board that measures the time itself may turn off this much early, in ms and as a share of the limit. */
const EARLY_MS = 5_000;
const EARLY_SHARE = 0.25;

/** A switch's last time on as reported by its board, ms. */
export interface TimeOn {
  desde: number;
  hasta: number;
}
type Off = Pick<StoredComando, 'estado' | 'enviado_ts' | 'usuario_id' | 'motivo_datos'>;

/** What ended a time on. `newestOn`, `off`: the newest commands of the switch; `max_s`: its longest time on. */
export const causeOf = (
  { desde, hasta }: TimeOn,
  newestOn: UltimoEncendido | null,
  off: Off | null,
  max_s: number,
): FinDeEncendido => {
  const told = off !== null && mayHaveEnded(off, desde, hasta) ? commandCause(off) : null;
  if (told !== null) return { causa: told, ts: hasta, limite_s: null };
  // An ON that left after the switch went off belongs to the next time on.
  const on = (newestOn?.enviado_ts ?? Infinity) <= hasta ? newestOn : null;
  const limit = limiteDe(desde, max_s, on);
  const early = Math.min(EARLY_MS, (limit - desde) * EARLY_SHARE);
  if (hasta < limit - early) return { causa: 'placa', ts: hasta, limite_s: null };
  const own = on?.enviado_ts !== null && on?.enviado_ts !== undefined && limit < desde + max_s * 1_000 - CLOCK_MS;
  return { causa: 'limite', ts: hasta, limite_s: own ? Math.min(on.max_s ?? max_s, max_s) : max_s };
};

const mayHaveEnded = ({ estado, enviado_ts }: Off, desde: number, hasta: number): boolean =>
  enviado_ts !== null &&
  estado !== 'rechazado' &&
  estado !== 'vencido' &&
  enviado_ts >= desde - CLOCK_MS &&
  enviado_ts <= hasta + CLOCK_MS;

const commandCause = ({ usuario_id, motivo_datos }: Off): FinDeEncendido['causa'] => {
  if (usuario_id !== null) return 'persona';
  return motivo_datos === null || motivo_datos.codigo === 'sobretiempo' ? 'sistema' : 'enclavamiento';
};
