import { maxEncendido, type SwitchEnVivo, type Turno } from '@acequia/contracts';
import { isOld } from '../../../lib/time/freshness.js';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';
import { closingOf } from '../../../entities/programa/closing.js';

/** The last known change of a switch's state. */
export interface Change {
  estado: 0 | 1;
  /** ms. */
  ts: number;
}

/** What a row shows of a switch: its state's time, and whether that is outdated. */
export interface Face {
  old: boolean;
  /** "desde 01:56", "quedan 12 min", "hasta 05:56 a más tardar"; '' when unknown. */
  when: string;
  /** Share of the time on that is left, 0 to 100; null = unknown. */
  percent: number | null;
  /** A program's turn turned the switch on. */
  program: boolean;
}

/** HH:mm of a moment, with its day where that is not today. */
export const momentOf = (ts: number, now: number, { dayOf, timeOf, dateTimeOf }: Dates): string =>
  dayOf(ts) === dayOf(now) ? timeOf(ts) : `${dateTimeOf(ts).slice(0, 5)} ${timeOf(ts)}`;

const HALF_DAY_MS = 12 * 3_600_000;
/** Like {@link momentOf} of what is to come: an hour of tonight needs no day after midnight either. */
const untilOf = (ts: number, now: number, dates: Dates): string =>
  ts - now < HALF_DAY_MS ? dates.timeOf(ts) : momentOf(ts, now, dates);

/** Since when a switch is in its state: the latest of its history, of the reason it was turned off, and of the order that turned it on. */
export function sinceOf(sw: SwitchEnVivo, change: Change | undefined): number | null {
  const { estado, fin, comando } = sw;
  const known = [
    change?.estado === estado ? change.ts : null,
    estado === 0 ? fin?.ts : null,
    estado === 1 && comando?.accion === 'on' && comando.estado === 'confirmado' ? comando.ts : null,
  ].filter((ts) => typeof ts === 'number');
  return known.length > 0 ? Math.max(...known) : null;
}

/** When a switch that is on goes off at the latest, by its limit, ms; null = unknown, or it has no limit. */
export function latestEnd(sw: SwitchEnVivo, change: Change | undefined, now: number): number | null {
  const since = sw.estado === 1 && sw.max_encendido_s !== 0 ? sinceOf(sw, change) : null;
  const end = since === null ? 0 : since + maxEncendido(sw.tipo, sw.max_encendido_s) * 1_000;
  return end > now ? end : null;
}

export function faceOf(
  sw: SwitchEnVivo,
  change: Change | undefined,
  turnos: readonly Turno[],
  connected: boolean,
  now: number,
  dates: Dates,
): Face {
  const old = isOld(sw.estado_ts, now, connected && sw.placa_online === 1);
  const closing = closingOf(sw, turnos, now);
  if (closing) {
    const percent = Math.round((100 * (closing.at - now)) / (closing.at - closing.from));
    return {
      old,
      when: texts.minutesLeft(Math.ceil((closing.at - now) / 60_000)),
      percent,
      program: closing.turnoId !== null,
    };
  }
  const latest = latestEnd(sw, change, now);
  if (latest !== null)
    return { old, when: texts.atTheLatest(untilOf(latest, now, dates)), percent: null, program: false };
  const since = sw.estado === null ? null : sinceOf(sw, change);
  return { old, when: since === null ? '' : texts.since(momentOf(since, now, dates)), percent: null, program: false };
}
