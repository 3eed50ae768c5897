import type { DatosDeAviso } from '@acequia/contracts';
import type { Share } from '../field/share.js';
import { above, type Finding, NO, type Question, UNKNOWN } from './condition.js';

/** Whether a daily quota is near its end. */
export const usedUp = (quota: Share | null, question: Question): Finding<DatosDeAviso['cuota_de_empresa']> => {
  if (!quota || quota.limit === 0) return UNKNOWN;
  const { today, limit } = quota;
  if (!above((today / limit) * 100, question)) return NO;
  return { holds: true, datos: { lecturas: today, limite: limit } };
};
