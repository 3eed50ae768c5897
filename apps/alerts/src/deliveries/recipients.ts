import { SEVERITIES, type Severidad } from '@acequia/contracts';
import { type Hours, isWithin } from '../clock/hours.js';

export interface ChannelHours extends Hours {
  canal: string;
  destino: string;
  severidad_minima: Severidad;
  escalar_min: number;
}

export interface QuietHours {
  descanso_desde: string | null;
  descanso_hasta: string | null;
  descanso_severidad: Severidad;
}
export const NO_QUIET_HOURS: QuietHours = { descanso_desde: null, descanso_hasta: null, descanso_severidad: 'critica' };

export interface Recipient {
  canal: string;
  destino: string;
  /** 0 = at once; else the earliest time, ms; the delivery is dropped if it is no longer needed by then. */
  no_antes: number;
  /** 1 = needed only if nobody has acknowledged by then. */
  escala: 0 | 1;
}

const MINUTE_MS = 60_000;
/** Every span of hours opens within this time, even across a clock change. */
const LONGEST_MS = 26 * 3_600_000;

export const isAtLeast = (severidad: Severidad, least: Severidad): boolean =>
  SEVERITIES.indexOf(severidad) <= SEVERITIES.indexOf(least);

/** Which channels get an alarm, and when. */
export const recipientsOf = (
  channels: readonly ChannelHours[],
  quiet: QuietHours,
  zone: string,
  severidad: Severidad,
  now: number,
): Recipient[] =>
  channels
    .filter((channel) => isAtLeast(severidad, channel.severidad_minima))
    .map((channel) => {
      const { canal, destino, escalar_min } = channel;
      const from = now + escalar_min * MINUTE_MS;
      const at = firstAllowed(from, (t) => isWithin(channel, zone, t) && !isQuiet(quiet, zone, severidad, t));
      return { canal, destino, no_antes: at === now ? 0 : at, escala: escalar_min > 0 ? 1 : 0 };
    });

export const isQuiet = (quiet: QuietHours, zone: string, severidad: Severidad, now: number): boolean => {
  const { descanso_desde: hora_desde, descanso_hasta: hora_hasta, descanso_severidad } = quiet;
  if (hora_desde === null || hora_hasta === null || hora_desde === hora_hasta) return false;
  if (isAtLeast(severidad, descanso_severidad)) return false;
  return isWithin({ hora_desde, hora_hasta }, zone, now);
};

/** The first allowed full minute, or `from` itself; when there is none, `from`: a badly timed alarm is better than none. */
const firstAllowed = (from: number, allowed: (t: number) => boolean): number => {
  if (allowed(from)) return from;
  const first = Math.ceil(from / MINUTE_MS) * MINUTE_MS;
  for (let t = first; t <= from + LONGEST_MS; t += MINUTE_MS) if (allowed(t)) return t;
  return from;
};
