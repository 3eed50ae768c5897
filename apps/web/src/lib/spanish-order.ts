/** Compares by Spanish rules: ignores accents and case, and sorts 2 before 10. */
export const spanish = new Intl.Collator('es', { sensitivity: 'base', numeric: true });

/** A copy, sorted by Spanish rules on each item's `text`. */
export const inSpanishOrder = <T>(items: readonly T[], text: (item: T) => string): T[] =>
  [...items].sort((a, b) => spanish.compare(text(a), text(b)));
