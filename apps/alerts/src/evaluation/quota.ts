import type { Share } from '../field/share.js';
import { above, type Finding, NO, type Question, UNKNOWN } from './condition.js';
import { decimal } from '../decimal.js';
import { empresaTexts } from './textos.js';

const numbers = new Intl.NumberFormat('es-MX', { useGrouping: true });
const grouped = (value: number): string => numbers.format(value);

/** Whether a daily quota is near its end. `told` makes a sentence of the share that is used up. */
export const usedUp = (quota: Share | null, question: Question, told: (used: string) => string): Finding => {
  if (!quota || quota.limit === 0) return UNKNOWN;
  const percent = (quota.today / quota.limit) * 100;
  if (!above(percent, question)) return NO;
  const { today, limit } = quota;
  const used = empresaTexts.used(decimal(percent), grouped(today), grouped(limit));
  return { holds: true, text: told(used) };
};
