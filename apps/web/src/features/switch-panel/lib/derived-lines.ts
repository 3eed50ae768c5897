import { dewPoint, type SerieSensores, vapourPressureDeficit } from '@acequia/contracts';

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

/** Vapour pressure deficit, kPa, and dew point, °C, of each point of a series, from its means; null = a value is missing. */
export const derivedLines = (
  serie: Pick<SerieSensores, 'temperatura' | 'humedad'>,
): { dpv: (number | null)[]; rocio: (number | null)[] } => {
  const pairs = serie.temperatura.prom.map((t, i) => [t, serie.humedad.prom[i] ?? null] as const);
  const of = (formula: (t: number, h: number) => number | null) =>
    pairs.map(([t, h]) => (t === null || h === null ? null : rounded(formula(t, h))));
  return { dpv: of(vapourPressureDeficit), rocio: of(dewPoint) };
};
