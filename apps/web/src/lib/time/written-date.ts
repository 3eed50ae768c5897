/** The parts of a date as they are written here, day first, whatever the browser's language. */
export type Part = 'day' | 'month' | 'year' | 'hour' | 'minute';
export type DateKind = 'date' | 'time' | 'datetime-local' | 'month';
export type Written = Partial<Record<Part, string>>;

export const PARTS: Readonly<Record<DateKind, readonly Part[]>> = {
  date: ['day', 'month', 'year'],
  time: ['hour', 'minute'],
  'datetime-local': ['day', 'month', 'year', 'hour', 'minute'],
  month: ['month', 'year'],
};
const MOST: Readonly<Record<Part, number>> = { day: 31, month: 12, year: 9999, hour: 23, minute: 59 };
const LEAST: Readonly<Record<Part, number>> = { day: 1, month: 1, year: 1, hour: 0, minute: 0 };
const LENGTH: Readonly<Record<Part, number>> = { day: 2, month: 2, year: 4, hour: 2, minute: 2 };

const ISO = /^(?:(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d))?)?(?:T|$)?(?:(?<hour>\d\d):(?<minute>\d\d))?/;
const BY_HAND =
  /^(?:(?:(?<day>\d{1,2})[/.-])?(?<month>\d{1,2})[/.-](?<year>\d{4}))?,?\s*(?:(?<hour>\d{1,2}):(?<minute>\d\d))?$/;

const padded = (part: Part, text: string): string => text.padStart(LENGTH[part], '0');

function found(kind: DateKind, pattern: RegExp, text: string): Written {
  const groups = pattern.exec(text)?.groups ?? {};
  const known = PARTS[kind].flatMap((part) => (groups[part] === undefined ? [] : [[part, padded(part, groups[part])]]));
  return Object.fromEntries(known) as Written;
}

/** The parts of an input's value. */
export const writtenOf = (kind: DateKind, value: string): Written => found(kind, ISO, value);

/** The value of an input for what is written; '' while it is not a whole date, or one that no calendar has. */
export function valueOf(kind: DateKind, written: Written): string {
  if (PARTS[kind].some((part) => written[part]?.length !== LENGTH[part])) return '';
  const { day, month, year, hour, minute } = written;
  const date = [year, month, day].filter(Boolean).join('-');
  // Of a month 13 there is no date at all, and toISOString would throw: its JSON is null.
  if (day && new Date(`${date}T00:00Z`).toJSON()?.slice(0, 10) !== date) return '';
  return [date, hour && `${hour}:${minute}`].filter(Boolean).join('T');
}

/** The value of a pasted text: 27/11/2026, 2026-11-27, with a time or without. '' where it is none. */
export function valueIn(kind: DateKind, text: string): string {
  const clean = text.trim();
  return valueOf(kind, writtenOf(kind, clean)) || valueOf(kind, found(kind, BY_HAND, clean));
}

export interface Typing {
  written: Written;
  /** Which part the keys go to. */
  at: number;
  /** Another digit joins those of this part. */
  open: boolean;
}

const to = (kind: DateKind, typing: Typing, at: number): Typing => ({
  ...closed(kind, typing),
  at: Math.max(0, Math.min(PARTS[kind].length - 1, at)),
});

function withPart(typing: Typing, part: Part, text: string | undefined): Typing {
  const written = { ...typing.written };
  if (text === undefined) delete written[part];
  else written[part] = text;
  return { ...typing, written, open: false };
}

/** Ends the part that is being written: 3 is 03, and 26 is the year 2026. */
export function closed(kind: DateKind, typing: Typing): Typing {
  const part = PARTS[kind][typing.at];
  if (!part || !typing.open) return typing;
  const text = typing.written[part] ?? '';
  const whole = part !== 'year' ? padded(part, text) : text.length === 2 ? `20${text}` : text;
  return withPart(typing, part, whole.length === LENGTH[part] && Number(whole) >= LEAST[part] ? whole : undefined);
}

function digit(kind: DateKind, typing: Typing, part: Part, key: string): Typing {
  const joined = typing.open ? `${typing.written[part] ?? ''}${key}` : key;
  const text = Number(joined) > MOST[part] ? key : joined;
  const next = { ...withPart(typing, part, text), open: true };
  return text.length < LENGTH[part] && (part === 'year' || Number(text) * 10 <= MOST[part])
    ? next
    : to(kind, next, typing.at + 1);
}

function step(typing: Typing, part: Part, by: number, now: Written): Typing {
  const text = typing.written[part];
  if (text === undefined) return withPart(typing, part, now[part]);
  const span = MOST[part] - LEAST[part] + 1;
  const number = ((Number(text) - LEAST[part] + by + span) % span) + LEAST[part];
  return withPart(typing, part, padded(part, String(number)));
}

/** What a key makes of it; null where the key is none of ours. `now` is where an empty part begins to count. */
export function typed(kind: DateKind, typing: Typing, key: string, now: Written): Typing | null {
  const part = PARTS[kind][typing.at];
  if (!part) return null;
  if (/^\d$/.test(key)) return digit(kind, typing, part, key);
  switch (key) {
    case 'ArrowLeft':
      return to(kind, typing, typing.at - 1);
    case 'ArrowRight':
    case '/':
    case '-':
    case '.':
    case ':':
      return to(kind, typing, typing.at + 1);
    case 'Home':
      return to(kind, typing, 0);
    case 'End':
      return to(kind, typing, PARTS[kind].length - 1);
    case 'ArrowUp':
      return step(closed(kind, typing), part, 1, now);
    case 'ArrowDown':
      return step(closed(kind, typing), part, -1, now);
    case 'Backspace':
      return typing.written[part] === undefined ? to(kind, typing, typing.at - 1) : withPart(typing, part, undefined);
    case 'Delete':
      return withPart(typing, part, undefined);
    default:
      // A letter: the browser would take it for a month of its own language.
      return key.length === 1 && key !== ' ' ? typing : null;
  }
}
