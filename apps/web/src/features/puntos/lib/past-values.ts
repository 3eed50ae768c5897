import { type MagnitudClave, magnitudOf, MAX_CLOCK_AHEAD_MS, scaled } from '@acequia/contracts';
import { numberIn } from '../../../lib/format/number.js';
import { instantOf } from '../../../lib/time/zone.js';
import { texts } from '../textos.js';

const { past: t } = texts;
/** Most values of a file. */
export const PAST_MAX = 100_000;

export interface PastValue {
  /** As a spreadsheet counts. */
  linea: number;
  /** ms */
  ts: number;
  /** In the magnitud's unit; null = there is known to be none. */
  valor: number | null;
}
export interface PastFault {
  linea: number;
  mensaje: string;
}
export interface PastFile {
  values: PastValue[];
  faults: PastFault[];
}

const MILLISECONDS = /^\d{12,14}$/;
/** 2026-11-21 05:30[:00[.000]], with or without an offset, as our own files have it. */
const ISO = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/;
/** 21/11/2026 05:30[:00] */
const SPANISH = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}:\d{2}(?::\d{2})?)$/;

const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** The instant that a cell names, ms; null = none. A time without an offset is by the clock of `zone`. */
export const instantIn = (cell: string, zone: string): number | null => {
  const text = cell.trim();
  if (MILLISECONDS.test(text)) return Number(text);
  const iso = ISO.exec(text);
  const spanish = SPANISH.exec(text);
  const [day, time, offset] = iso
    ? [iso[1] ?? '', iso[2] ?? '', iso[3]]
    : spanish
      ? [`${spanish[3]}-${spanish[2]?.padStart(2, '0')}-${spanish[1]?.padStart(2, '0')}`, spanish[4]]
      : ['', '', undefined];
  if (!isDay(day)) return null;
  const local = `${day}T${time?.replace(/^\d:/, '0$&')}`;
  if (offset === undefined) return instantOf(local, zone);
  const ts = Date.parse(local + offset);
  return Number.isNaN(ts) ? null : ts;
};

/** A comma may stand before decimals: the separator is what stands behind the first cell. */
const separatorOf = (text: string): string => /[;,\t]/.exec(text)?.[0] ?? ',';

interface Into {
  magnitud: MagnitudClave;
  /** IANA; the company's. */
  zone: string;
  /** ms */
  now: number;
}

/** Time, value, and between them the point's name, as our own files have it. */
const MOST_COLUMNS = 3;

/** What one line says, or why it cannot be. */
const read = (cells: string[], linea: number, { magnitud, zone, now }: Into): PastValue | PastFault => {
  const [time = ''] = cells;
  const value = cells.at(-1) ?? '';
  const fault = (mensaje: string): PastFault => ({ linea, mensaje });
  if (cells.length < 2 || cells.length > MOST_COLUMNS) return fault(t.columns);
  const ts = instantIn(time, zone);
  if (ts === null) return fault(t.noTime(time.slice(0, 40)));
  if (ts > now + MAX_CLOCK_AHEAD_MS) return fault(t.future);
  if (value.trim() === '') return { linea, ts, valor: null };
  const valor = numberIn(value);
  if (Number.isNaN(valor)) return fault(t.noNumber(value.slice(0, 40)));
  if (scaled(magnitud, valor) === null) return fault(t.outside(magnitudOf(magnitud)));
  return { linea, ts, valor };
};

/**
 * The values of a file, time first and value last, and the faults of its other lines. A first line that names the columns is left out.
 * Of two values at one time the first counts, as on the server.
 */
export async function pastValues(text: string, into: Into): Promise<PastFile> {
  const { default: papa } = await import('papaparse');
  const plain = text.replace(/^\uFEFF/, '');
  const { data } = papa.parse<string[]>(plain, { delimiter: separatorOf(plain) });
  const file: PastFile = { values: [], faults: [] };
  const seen = new Map<number, number | null>();
  for (const [i, cells] of data.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (i === 0 && instantIn(cells[0] ?? '', into.zone) === null) continue;
    const linea = i + 1;
    const one = read(cells, linea, into);
    if ('mensaje' in one) file.faults.push(one);
    else if (seen.has(one.ts) && seen.get(one.ts) !== one.valor) file.faults.push({ linea, mensaje: t.twice });
    else if (file.values.length === PAST_MAX) {
      file.faults.push({ linea, mensaje: t.tooMany(PAST_MAX) });
      break;
    } else if (!seen.has(one.ts)) {
      seen.set(one.ts, one.valor);
      file.values.push(one);
    }
  }
  if (file.values.length + file.faults.length === 0) file.faults.push({ linea: 1, mensaje: t.empty });
  return file;
}
