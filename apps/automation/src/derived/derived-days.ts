import {
  chillHours,
  degreeDays,
  dewPoint,
  et0Hargreaves,
  type DerivadosDia,
  vapourPressureDeficit,
} from '@acequia/contracts';

/** Mean, minimum and maximum of equal spans of a day; null = no samples. */
export interface Span {
  temperatura: number | null;
  temperatura_min: number | null;
  temperatura_max: number | null;
  humedad: number | null;
}

/** Share of the day that must have samples: the extremes of half a day are not those of the day. */
const ENOUGH = 0.75;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** `hours` = length of a span. `day` of the year; latitude null = unknown. */
export const derivedDay = (
  fecha: string,
  spans: readonly Span[],
  { hours, day, latitud, base }: { hours: number; day: number; latitud: number | null; base: number },
): DerivadosDia => {
  const temperatures = known(spans.map(({ temperatura }) => temperatura));
  const none = { grados_dia: null, horas_frio: null, et0_mm: null };
  const empty: DerivadosDia = {
    fecha,
    temperatura_min: null,
    temperatura_max: null,
    temperatura_media: null,
    humedad_media: null,
    dpv_medio: null,
    punto_rocio_medio: null,
    ...none,
  };
  if (temperatures.length === 0) return empty;
  const min = Math.min(...known(spans.map(({ temperatura_min }) => temperatura_min)));
  const max = Math.max(...known(spans.map(({ temperatura_max }) => temperatura_max)));
  const humidities = known(spans.map(({ humedad }) => humedad));
  const both = spans.flatMap(({ temperatura: t, humedad: h }) => (t === null || h === null ? [] : [{ t, h }]));
  const dews = known(both.map(({ t, h }) => dewPoint(t, h)));
  const whole = temperatures.length >= spans.length * ENOUGH;
  return {
    ...empty,
    temperatura_min: round(min, 1),
    temperatura_max: round(max, 1),
    temperatura_media: round(mean(temperatures), 1),
    humedad_media: humidities.length === 0 ? null : round(mean(humidities), 1),
    dpv_medio: both.length === 0 ? null : round(mean(both.map(({ t, h }) => vapourPressureDeficit(t, h))), 2),
    punto_rocio_medio: dews.length === 0 ? null : round(mean(dews), 1),
    ...(whole && {
      grados_dia: round(degreeDays(min, max, base), 1),
      horas_frio: round(chillHours(temperatures, hours), 1),
      et0_mm: latitud === null ? null : round(et0Hargreaves(min, max, latitud, day), 1),
    }),
  };
};
