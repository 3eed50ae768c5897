/** "1,234": thousands to one reader, decimals to another. */
const AMBIGUOUS = /^[-−]?[1-9]\d{0,2},\d{3}$/;
const WRITTEN = /^[-−]?(\d+([.,]\d*)?|[.,]\d+)$/;

/** The number that a person wrote, with a comma or a point before its decimals; NaN for anything else and for "1,234". */
export function numberIn(text: string): number {
  const written = text.trim();
  if (!WRITTEN.test(written) || AMBIGUOUS.test(written)) return NaN;
  return Number(written.replace(',', '.').replace('−', '-'));
}
