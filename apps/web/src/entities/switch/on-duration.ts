import { DURATION_CAP_S, maxEncendido, type SwitchEnVivo } from '@acequia/contracts';
import { numberIn } from '../../lib/format/number.js';

/** How long a switch is to stay on. */
export interface OnDuration {
  /** `maximo`: until its limit; a number: one of {@link durationsUpTo}, s; `otra`: the typed minutes. */
  option: 'maximo' | 'otra' | number;
  minutos: string;
}

const USUAL_S = [10 * 60, 20 * 60, 30 * 60];

/** Shortest duration that can be typed, s. */
const LEAST_S = 60;

/** Longest duration that can be ordered, s: the switch's own limit, and at most a day. */
export const mostOf = ({ tipo, max_encendido_s }: Pick<SwitchEnVivo, 'tipo' | 'max_encendido_s'>): number =>
  Math.min(maxEncendido(tipo, max_encendido_s), DURATION_CAP_S);

/** The usual durations below a limit. */
export const durationsUpTo = (most_s: number): number[] => USUAL_S.filter((one) => one < most_s);

/** Seconds to send; undefined: the board's limit applies; null: the typed value is invalid. */
export function secondsOf({ option, minutos }: OnDuration, most_s: number): number | undefined | null {
  if (option === 'maximo') return undefined;
  if (typeof option === 'number') return option <= most_s ? option : null;
  const seconds = Math.round(numberIn(minutos) * 60);
  return seconds >= LEAST_S && seconds <= most_s ? seconds : null;
}
