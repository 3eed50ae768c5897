import type { Seen } from './look.js';
import { fits, type Looks, type Names, type Screen } from './screen.js';

const listed = (list: readonly string[]): string => list.join(' | ') || 'nothing';

/** One line for each entry that what is shown does not keep. */
export function differences(expected: Looks & Partial<Screen>, seen: Seen, names: Names): string[] {
  const found: string[] = [];
  const miss = (entry: string, wanted: string, shown: unknown): void =>
    void found.push(`${entry}: «${wanted}» is fixed, shown is ${String(shown)}`);
  const has = (list: readonly string[], template: string): boolean => list.some((one) => fits(template, one, names));

  for (const entry of ['menu', 'columns', 'rows', 'fields', 'figures'] as const) {
    const wanted = expected[entry];
    if (!wanted) continue;
    const shown = seen[entry].filter((one) => !expected.added?.some((template) => fits(template, one, names)));
    if (shown.length !== wanted.length || !shown.every((one, i) => fits(wanted[i]!, one, names)))
      miss(entry, listed(wanted), listed(shown));
  }
  let from = 0;
  for (const heading of expected.headings ?? []) {
    const index = seen.headings.findIndex((one, i) => i >= from && fits(heading, one, names));
    if (index < 0) miss('headings', heading, listed(seen.headings.slice(from)));
    else from = index + 1;
  }
  for (const entry of ['links', 'texts', 'drawn'] as const)
    for (const one of expected[entry] ?? [])
      if (!has(seen[entry], one)) miss(entry, one, entry === 'texts' ? 'not there' : listed(seen[entry]));

  const states = { buttons: true, locked: false, without: undefined };
  for (const entry of ['buttons', 'locked', 'without'] as const)
    for (const one of expected[entry] ?? []) {
      const free = Object.entries(seen.buttons).find(([name]) => fits(one, name, names))?.[1];
      if (free !== states[entry]) miss(entry, one, free === undefined ? 'not there' : free ? 'free' : 'locked');
    }
  for (const entry of ['colours', 'values'] as const)
    for (const [key, wanted] of Object.entries(expected[entry] ?? {})) {
      const shown = seen[entry][key];
      if (shown === undefined || !fits(wanted, shown, names)) miss(entry, `${key}: ${wanted}`, shown ?? 'not there');
    }
  for (const [key, wanted] of Object.entries(expected.options ?? {})) {
    const shown = seen.options[key] ?? [];
    if (shown.length !== wanted.length || !wanted.every((one, i) => fits(one, shown[i]!, names)))
      miss('options', `${key}: ${listed(wanted)}`, listed(shown));
  }
  for (const entry of ['title', 'images', 'height', 'maxWidth'] as const)
    if (expected[entry] !== undefined && expected[entry] !== seen[entry])
      miss(entry, String(expected[entry]), seen[entry]);
  return found;
}
