import type { CaudalMal, PorCaudal } from '@acequia/contracts';
import { rounded } from './rounded.js';

/** What a protection over a flow watches, and the smallest step of its meter, m³. */
export interface FlowLimit {
  cuando: PorCaudal;
  /** % of what should flow; of fuga, m³/h. */
  valor: number;
  grain_m3: number;
}

/** What should flow, m³/h. `spread`: of its observations; 0 = a person said it. */
export interface Expected {
  m3h: number;
  spread: number;
}

/** So many steps of the meter at its limit are looked at: one more or less is then not a tenth. */
const GRAINS = 12;
/** The same steps as the board waits for (ADR 25). */
const MORE_GRAINS = 1;
const LESS_GRAINS = 3;
/** What learned flows stray by themselves. */
const SPREADS = 3;
const LEAST_S = 60;
const MOST_S = 3_600;
/** A value of a meter is awaited for so many of its periods. */
const PERIODS = 3;

/** m³/h beyond which it is wrong; null = it cannot be told from what is right. */
export const limitOf = ({ cuando, valor }: FlowLimit, { m3h, spread }: Expected): number | null => {
  if (cuando === 'fuga') return valor;
  const limit = (m3h * valor) / 100;
  if (cuando === 'rotura') return Math.max(limit, m3h + SPREADS * spread);
  const low = Math.min(limit, m3h - SPREADS * spread);
  return low > 0 ? low : null;
};

/** How long is looked back, s. */
export const lookBackOf = (limit_m3h: number, grain_m3: number, durante_s: number, cada_s: number): number => {
  const grains_s = (GRAINS * grain_m3 * 3_600) / limit_m3h;
  return Math.max(durante_s, Math.min(MOST_S, Math.max(LEAST_S, PERIODS * cada_s, grains_s)));
};

/** What is wrong with what passed in that time; null = nothing. */
export const wrongFlow = (
  { cuando, grain_m3 }: FlowLimit,
  limit_m3h: number,
  expected: Expected,
  m3: number,
  hours: number,
): CaudalMal | null => {
  const excess = m3 - limit_m3h * hours;
  const isWrong = cuando === 'sin_caudal' ? -excess > LESS_GRAINS * grain_m3 : excess > MORE_GRAINS * grain_m3;
  return isWrong ? { causa: cuando, m3h: rounded(m3 / hours), esperado_m3h: rounded(expected.m3h) } : null;
};
