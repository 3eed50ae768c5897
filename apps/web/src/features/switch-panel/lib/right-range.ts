import type { ReglaClima } from '@acequia/contracts';

type Quantity = 'temperatura' | 'humedad';
type RuleOfSensor = Pick<ReglaClima, 'activa' | 'sensor_switch_id' | 'valor' | 'cuando' | 'horario' | 'etapas'>;

/** What climate rules keep a value within; null = no rule on that side. */
export interface RightRange {
  desde: number | null;
  hasta: number | null;
}

export type RightRanges = ReadonlyMap<string, RightRange>;

const keyOf = (switchId: number, quantity: Quantity): string => `${switchId}|${quantity}`;

/**
 * The range of each sensor's value in which none of its active rules begins to act: from the highest threshold below, to the lowest above.
 * Rules of certain hours only say nothing about the others, and rules that contradict each other say nothing.
 */
export function rightRanges(reglas: readonly RuleOfSensor[]): RightRanges {
  const ranges = new Map<string, RightRange>();
  for (const { activa, sensor_switch_id, valor, cuando, horario, etapas } of reglas) {
    if (activa !== 1 || horario || typeof sensor_switch_id !== 'number') continue;
    if (valor !== 'temperatura' && valor !== 'humedad') continue;
    const key = keyOf(sensor_switch_id, valor);
    const { desde, hasta } = ranges.get(key) ?? { desde: null, hasta: null };
    const limits = etapas.map(({ enciende }) => enciende);
    if (cuando === 'abajo') ranges.set(key, { desde: Math.max(desde ?? -Infinity, ...limits), hasta });
    else ranges.set(key, { desde, hasta: Math.min(hasta ?? Infinity, ...limits) });
  }
  for (const [key, { desde, hasta }] of ranges)
    if (desde !== null && hasta !== null && desde >= hasta) ranges.delete(key);
  return ranges;
}

/** The range of the sensor that these switches share. */
export const rangeOf = (
  ranges: RightRanges,
  switches: readonly (number | undefined)[],
  quantity: Quantity,
): RightRange | undefined => {
  for (const id of switches) {
    const range = id === undefined ? undefined : ranges.get(keyOf(id, quantity));
    if (range) return range;
  }
  return undefined;
};

export type Verdict = 'bien' | 'alto' | 'bajo';

export const verdictOf = (value: number, { desde, hasta }: RightRange): Verdict => {
  if (hasta !== null && value > hasta) return 'alto';
  return desde !== null && value < desde ? 'bajo' : 'bien';
};
