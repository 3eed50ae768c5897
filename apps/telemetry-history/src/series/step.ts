/** Where the points of a series are taken from. Times in seconds. */
export type Level = { de: 'muestras'; paso_s: number } | { de: 'tramos'; paso_s: number };

const MINUTE = 60;
const HORA = 3_600;
const DIA = 86_400;
/** Steps that raw samples are put together in; from the stored quarters; and up to which a step goes by the clock of the zone. */
const OF_SAMPLES = [MINUTE, 2 * MINUTE, 5 * MINUTE];
const OF_SPANS = [15, 30, 60, 120, 180, 240, 360, 720].map((minutos) => minutos * MINUTE);

/** A step must hold several samples, or a slow meter would show gaps that are none. */
const SAMPLES_PER_STEP = 3;

/**
 * The finest step whose points are no more than `ancho`.
 * @param rango_s length of the range @param muestras how many raw samples lie in it; null = too long to ask, or no longer kept
 */
export const chooseStep = (range_s: number, ancho: number, muestras: number | null): Level => {
  // A range that does not begin at a full step touches one more.
  const fits = (paso_s: number): boolean => Math.ceil(range_s / paso_s) + 1 <= Math.max(2, ancho);
  if (muestras !== null) {
    const entre = range_s / Math.max(1, muestras);
    const paso_s = OF_SAMPLES.find((paso) => fits(paso) && paso >= SAMPLES_PER_STEP * entre);
    if (paso_s !== undefined) return { de: 'muestras', paso_s };
  }
  const paso_s = OF_SPANS.find(fits) ?? Math.max(1, Math.ceil(range_s / DIA / Math.max(1, ancho - 1))) * DIA;
  return { de: 'tramos', paso_s };
};

/** Steps of up to an hour follow each other in time; longer ones follow the calendar of the zone, where a day may have 23 h or 25 h. */
export const isCalendar = (paso_s: number): boolean => paso_s > HORA;
