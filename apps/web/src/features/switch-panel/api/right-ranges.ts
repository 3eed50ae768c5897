import type { ReglaClima } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { reglasOf } from '../../../entities/regla/reglas.js';
import { rightRanges, type RightRanges } from '../lib/right-range.js';

const NONE: RightRanges = new Map();
const select = (reglas: readonly ReglaClima[]): RightRanges => rightRanges(reglas);

/** What climate rules keep the values of the person's sensors within; `read` false: not yet. */
export const useRightRanges = (read: boolean): RightRanges =>
  useQuery({ ...reglasOf(null), select, enabled: read }).data ?? NONE;
