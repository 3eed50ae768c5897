import { flatText } from '../../lib/flat-text.js';
import { spanish } from '../../lib/spanish-order.js';
import type { ReactNode } from 'react';

export type FieldValue = string | number | null;

export interface Column<T> {
  id: string;
  title: string;
  /** Value to sort, search and export; null sorts last. */
  value: (row: T) => FieldValue;
  /** What is shown, where it differs from the value. */
  cell?: (row: T) => ReactNode;
  /** A second line, from this column to the end of the row, for text that a cell would cut off. */
  note?: (row: T) => ReactNode;
  /** What is exported, where the value only serves to sort. */
  inCsv?: (row: T) => FieldValue;
  /** In rem. A column of {@link TEXT_REM} or more gives way in a narrow window, and takes what is left in a wide one. */
  width: string;
  /** Long text: two lines in the grid, whose `rowHeight` has to hold them. */
  twoLines?: boolean;
  /** Aligned to the end, as numbers are. */
  alignEnd?: boolean;
  /**
   * On a phone a row is a card of a heading and a line of values, each after its title. `title` is the heading, `beside` stands beside it
   * with its title, `plain` says enough without one, `alone` takes a line of its own, `half` one of a half, without its title, `hidden` is left out.
   */
  inCard?: 'title' | 'beside' | 'plain' | 'alone' | 'half' | 'hidden';
  /** What nearly every row says, and a card leaves out. */
  isUsual?: (row: T) => boolean;
}

/** A column at least this wide holds text. */
const TEXT_REM = 7.5;
/** The least share of its width that is left to it; a list with less room scrolls. */
const LEAST = 0.65;

/** CSS widths in a list as wide as its container. @param beside what is as wide in every window: ticks and buttons, rem */
export function widthsOf(columns: readonly { width: string }[], beside: number): string[] {
  const rem = columns.map(({ width }) => parseFloat(width));
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  const text = sum(rem.filter((one) => one >= TEXT_REM));
  const fixed = sum(rem) - text + beside;
  const shareOf = (one: number): number => Math.floor((one / text) * 10_000) / 10_000;
  return rem.map((one) =>
    one < TEXT_REM ? `${one}rem` : `max(${one * LEAST}rem, (100cqi - ${fixed}rem) * ${shareOf(one)})`,
  );
}

/** Rows that contain every word of `q` in any column, ignoring accents. */
export function applyFilter<T>(
  rows: readonly T[],
  columns: readonly Pick<Column<T>, 'value'>[],
  q: string,
): readonly T[] {
  const words = flatText(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const shownText = flatText(columns.map(({ value }) => value(row) ?? '').join('\u0001'));
    return words.every((word) => shownText.includes(word));
  });
}

export interface Sorting {
  column: string;
  descending: boolean;
}

/** Sorts numbers by size and text by Spanish rules; missing values come last in both directions. */
export function sort<T>(rows: readonly T[], columns: readonly Column<T>[], sorting: Sorting | null): readonly T[] {
  const column = columns.find(({ id }) => id === sorting?.column);
  if (!column || !sorting) return rows;
  const sign = sorting.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      const emptyA = a.value === null || a.value === '';
      const emptyB = b.value === null || b.value === '';
      if (emptyA || emptyB) return Number(emptyA) - Number(emptyB);
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value);
      return sign * spanish.compare(String(a.value), String(b.value));
    })
    .map(({ row }) => row);
}
