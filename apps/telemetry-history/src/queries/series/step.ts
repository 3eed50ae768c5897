/** Data source and step of a series. Times in seconds. */
export type Level = { de: 'muestras'; paso_s: number } | { de: 'tramos'; paso_s: number };

const MINUTE = 60;
const HORA = 3_600;
const DIA = 86_400;
/** Steps that are aggregated from raw samples; the steps of OF_SPANS use the stored quarters. */
const OF_SAMPLES = [MINUTE, 2 * MINUTE, 5 * MINUTE];
const OF_SPANS = [15, 30, 60, 120, 180, 240, 360, 720].map((minutos) => minutos * MINUTE);

/** Minimum of samples per step: with fewer, a slow meter would show false gaps. */
const SAMPLES_PER_STEP = 3;

/**
 * The finest step with at most `ancho` points.
 * @param range_s length of the range @param muestras number of raw samples in the range; null = too long to count, or dropped
 */
export const chooseStep = (range_s: number, ancho: number, muestras: number | null): Level => {
  // A range that begins within a step touches one more step.
  const fits = (paso_s: number): boolean => Math.ceil(range_s / paso_s) + 1 <= Math.max(2, ancho);
  if (muestras !== null) {
    const entre = range_s / Math.max(1, muestras);
    const paso_s = OF_SAMPLES.find((paso) => fits(paso) && paso >= SAMPLES_PER_STEP * entre);
    if (paso_s !== undefined) return { de: 'muestras', paso_s };
  }
  const paso_s = OF_SPANS.find(fits) ?? Math.max(1, Math.ceil(range_s / DIA / Math.max(1, ancho - 1))) * DIA;
  return { de: 'tramos', paso_s };
};

/** Steps of up to an hour have fixed length; longer ones follow the zone's calendar, where a day may have 23 h or 25 h. */
export const isCalendar = (paso_s: number): boolean => paso_s > HORA;
