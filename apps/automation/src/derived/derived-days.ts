import {
  chillHours,
  degreeDays,
  dewPoint,
  et0Hargreaves,
  et0PenmanMonteith,
  saturationPressure,
  type DerivadosDia,
  vapourPressureDeficit,
} from '@acequia/contracts';

/** Mean, minimum and maximum of equal spans of a day; null = no samples. */
export interface Span {
  temperatura: number | null;
  temperatura_min: number | null;
  temperatura_max: number | null;
  humedad: number | null;
  /** W/m², where it is measured. */
  radiacion?: number | null;
  /** m/s, where it is measured. */
  viento?: number | null;
}

/** Where ET0 is worked out. `latitud` null = unknown, so is ET0; `altitud` m. */
export interface Site {
  latitud: number | null;
  altitud: number | null;
}

type Et0 = Pick<DerivadosDia, 'et0_mm' | 'et0_metodo'>;

/** Share of the day that must have samples: the extremes of half a day are not those of the day. */
const ENOUGH = 0.75;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** By the sun and the wind where both were measured for enough of the day, otherwise by the extremes alone. */
const et0Of = (
  spans: readonly Span[],
  { min, max }: { min: number; max: number },
  { latitud, altitud }: Site,
  day: number,
): Et0 => {
  if (latitud === null) return { et0_mm: null, et0_metodo: null };
  const enough = (values: readonly (number | null | undefined)[]): number | null => {
    const told = known(values.map((value) => value ?? null));
    return told.length >= spans.length * ENOUGH ? mean(told) : null;
  };
  const radiation = enough(spans.map(({ radiacion }) => radiacion));
  const wind = enough(spans.map(({ viento }) => viento));
  const vapour = enough(
    spans.map(({ temperatura: t, humedad: h }) =>
      t === null || h === null ? null : (saturationPressure(t) * h) / 100,
    ),
  );
  if (radiation === null || wind === null || vapour === null)
    return { et0_mm: round(et0Hargreaves(min, max, latitud, day), 1), et0_metodo: 'hargreaves' };
  const place = { latitude: latitud, altitude: altitud ?? 0, day };
  const mm = et0PenmanMonteith({ min, max, vapour, radiation, wind }, place);
  return { et0_mm: round(mm, 1), et0_metodo: 'penman_monteith' };
};

/** `hours` = length of a span. `day` of the year. */
export const derivedDay = (
  fecha: string,
  spans: readonly Span[],
  { hours, day, base, ...site }: { hours: number; day: number; base: number } & Site,
): DerivadosDia => {
  const temperatures = known(spans.map(({ temperatura }) => temperatura));
  const none = { grados_dia: null, horas_frio: null, et0_mm: null, et0_metodo: null };
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
      ...et0Of(spans, { min, max }, site, day),
    }),
  };
};
