import { DEFAULT_ZONE } from '@acequia/contracts';
import { readUsuario } from '../session.js';
import { texts } from '../textos.js';

const MISSING = '—';

/** The zone of the session's company; a part of the screen may show another company's times (lib/time/shown-zone.ts). */
export const companyZone = (): string => readUsuario()?.zona_horaria ?? DEFAULT_ZONE;

const formats = new Map<string, Intl.DateTimeFormat>();
function partsOf(date: Date, timeZone: string): Record<string, string> {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('es', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
}

/** DD/MM/YYYY HH:mm in the company's zone. An unreadable value is shown as it is, an empty one as '' (PANEL-12). */
export function dateTimeOf(value: string | number | null | undefined, timeZone = companyZone()): string {
  if (value === null || value === undefined || value === '') return '';
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  const { day, month, year, hour, minute } = partsOf(date, timeZone);
  return `${day}/${month}/${year} ${hour}:${minute}`;
}

/** HH:mm of a moment in the company's zone. */
export function timeOf(ts: number, timeZone = companyZone()): string {
  return dateTimeOf(ts, timeZone).split(' ')[1] ?? '';
}

/** DD/MM/YYYY of a calendar day YYYY-MM-DD. */
export const dateOf = (fecha: string): string => fecha.split('-').reverse().join('/');

/** The calendar day YYYY-MM-DD of an instant in the company's zone; null for an unreadable value. */
export function dayOf(value: string | number, timeZone = companyZone()): string | null {
  if (Number.isNaN(new Date(value).getTime())) return null;
  const { day, month, year } = partsOf(new Date(value), timeZone);
  return `${year}-${month}-${day}`;
}

/** "hace 12s", "hace 5m", "hace 3h", "hace 2d"; "—" when unknown. `ts` and `now` in ms. */
export function ageOf(ts: number | null | undefined, now: number): string {
  if (ts === null || ts === undefined) return MISSING;
  const seconds = Math.max(0, Math.floor((now - ts) / 1000));
  if (seconds < 60) return `hace ${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `hace ${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `hace ${hours}h` : `hace ${Math.floor(hours / 24)}d`;
}

/** A measured value with its suffix, "-" when missing. At most one decimal, the resolution of a DHT22. */
export const withSuffix = (value: number | null | undefined, suffix: string): string =>
  value === null || value === undefined ? '-' : `${Math.round(value * 10) / 10}${suffix}`;

/** {@link ageOf} as RES-4 and MDIS-4 word it: never in hours or days, and "hace —" when unknown. */
export function readingAgeOf(ts: number | null, now: number): string {
  if (ts === null) return `hace ${MISSING}`;
  const seconds = Math.max(0, Math.floor((now - ts) / 1000));
  return seconds < 60 ? `hace ${seconds}s` : `hace ${Math.floor(seconds / 60)}m`;
}

/** A number with 2 decimals; "—" when missing, as opposed to zero. */
export const twoDecimals = (value: number | null | undefined): string =>
  value === null || value === undefined ? MISSING : value.toFixed(2);

/** A 1/0 field as tables write it (SWI-2). */
export const yesNo = (value: 0 | 1 | boolean | undefined): string => (value ? texts.yes : texts.no);
