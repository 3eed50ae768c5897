import { flatText } from '../../../lib/flat-text.js';
import { spanish } from '../../../lib/spanish-order.js';
import type { Findable } from './findable.js';

export interface Indexed {
  one: Findable;
  title: string;
  words: string;
  all: string;
}

/** Prepared once, so that a keystroke costs no normalisation of ten thousand texts. */
export const indexOf = (all: readonly Findable[]): Indexed[] =>
  all.map((one) => {
    const [title, words] = [flatText(one.title), flatText(one.words)];
    return { one, title, words, all: `${title} ${words} ${flatText(one.detail)}` };
  });

/** Companies first among equals, then what hangs below them. */
const KINDS: readonly Findable['kind'][] = ['empresa', 'placa', 'switch', 'usuario', 'dispositivo', 'punto'];

/** 0 = the whole name or number, 1 = the name begins with it, 2 = a word begins with it, 3 = it is somewhere. */
function rankOf({ title, words, all }: Indexed, q: string): number {
  if (title === q || words.split(' ').includes(q)) return 0;
  if (title.startsWith(q)) return 1;
  return all.includes(` ${q}`) ? 2 : 3;
}

/** What matches every word of `q`, best first; nothing for an empty `q`. */
export function find(index: readonly Indexed[], q: string): Findable[] {
  const search = flatText(q).trim();
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return index
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .map((each) => ({ one: each.one, rank: rankOf(each, search) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        KINDS.indexOf(a.one.kind) - KINDS.indexOf(b.one.kind) ||
        spanish.compare(a.one.title, b.one.title),
    )
    .map(({ one }) => one);
}
