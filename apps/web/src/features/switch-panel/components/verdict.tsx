import { type RightRange, verdictOf } from '../lib/right-range.js';
import { texts } from '../textos.js';

/** Whether a fresh value is as climate rules keep it: "bien (18–28)". */
export function VerdictOf({ value, range }: { value: number | null; range: RightRange | undefined }) {
  if (value === null || !range) return null;
  const verdict = verdictOf(value, range);
  return (
    <span className="medida-juicio" data-juicio={verdict}>
      {texts.verdict(verdict, range)}
    </span>
  );
}
