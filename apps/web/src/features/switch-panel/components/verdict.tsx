import { type RightRange, verdictOf } from '../lib/right-range.js';
import { texts } from '../textos.js';

interface Props {
  value: number | null;
  range: RightRange | undefined;
  /** What stands between the value and this. */
  before?: string;
}

/** Whether a fresh value is as climate rules keep it: "bien (18–28)". */
export function VerdictOf({ value, range, before = '' }: Props) {
  if (value === null || !range) return null;
  const verdict = verdictOf(value, range);
  return (
    <>
      {before}
      <span className="medida-juicio" data-juicio={verdict}>
        {texts.verdict(verdict, range)}
      </span>
    </>
  );
}
