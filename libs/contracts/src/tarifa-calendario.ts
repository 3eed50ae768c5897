// Apart from the schemas, so that a browser can load this without zod.

/** Days of a rule: a holiday is `festivo` and no day of the week. */
export const DIAS_TARIFA = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom', 'festivo'] as const;
export type DiaTarifa = (typeof DIAS_TARIFA)[number];
export const NOMBRES_DIA_TARIFA: Readonly<Record<DiaTarifa, string>> = {
  lun: 'lunes',
  mar: 'martes',
  mie: 'miércoles',
  jue: 'jueves',
  vie: 'viernes',
  sab: 'sábado',
  dom: 'domingo',
  festivo: 'festivo',
};

export interface TarifaPeriodo {
  nombre: string;
  /** Of a kWh, in the empresa's currency. */
  precio: number;
  /** Contracted demand, kW over a quarter of an hour; absent or 0 = none. */
  demanda_kw?: number | undefined;
}
/** In these hours of the company's clocks, of these days, in this part of the year, a kWh is of this period. */
export interface TarifaRegla {
  /** A period's nombre. */
  periodo: string;
  /** MM-DD, both included; may pass the end of the year. Absent = the whole year. */
  temporada?: { desde: string; hasta: string } | undefined;
  dias: readonly DiaTarifa[];
  /** Whole hours: [desde, hasta), 0 to 24. */
  desde: number;
  hasta: number;
}
export interface TarifaVersion {
  /** First day on which it holds, YYYY-MM-DD: until the day before the next version's. */
  desde: string;
  periodos: readonly TarifaPeriodo[];
  reglas: readonly TarifaRegla[];
  /** YYYY-MM-DD, or MM-DD for each year. */
  festivos: readonly string[];
}
/** A company's calendar of prices, the oldest version first. */
export interface Tarifas {
  versiones: readonly TarifaVersion[];
}

/** A time in which a kWh has one price; null = no version holds yet. Times in ms. */
export interface TramoTarifa {
  desde: number;
  hasta: number;
  periodo: string | null;
  precio: number | null;
  /** Of the period, kW. */
  demanda_kw?: number | undefined;
}

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const HOURS = 24;
const DAYS_A_YEAR = 366;
/** A leap year: each day of a season is one of its days. */
const LEAP = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

const dayOfYear = (monthDay: string): number => (Date.parse(`2024-${monthDay}T00:00:00Z`) - LEAP) / DAY_MS;
const monthDayOf = (day: number): string => new Date(LEAP + day * DAY_MS).toISOString().slice(5, 10);

const cellOf = (dia: number, day: number, hour: number): number => (dia * DAYS_A_YEAR + day) * HOURS + hour;

const daysOf = (temporada: TarifaRegla['temporada']): number[] => {
  const [first, last] = temporada ? [dayOfYear(temporada.desde), dayOfYear(temporada.hasta)] : [0, DAYS_A_YEAR - 1];
  const length = ((last - first + DAYS_A_YEAR) % DAYS_A_YEAR) + 1;
  return Array.from({ length }, (_, i) => (first + i) % DAYS_A_YEAR);
};

/** The period of each hour of each kind of day of a year, by its place in `periodos` and 1; 0 = none. Calls back where two rules meet. */
const yearOf = (
  { periodos, reglas }: Pick<TarifaVersion, 'periodos' | 'reglas'>,
  met?: (cell: number, regla: number) => void,
): Uint8Array => {
  const year = new Uint8Array(DIAS_TARIFA.length * DAYS_A_YEAR * HOURS);
  reglas.forEach(({ periodo, temporada, dias, desde, hasta }, i) => {
    const place = periodos.findIndex(({ nombre }) => nombre === periodo) + 1;
    const days = daysOf(temporada);
    for (const dia of dias.map((name) => DIAS_TARIFA.indexOf(name)))
      for (const day of days)
        for (let hour = desde; hour < hasta; hour += 1) {
          const cell = cellOf(dia, day, hour);
          if (year[cell] !== 0) met?.(cell, i);
          year[cell] = place;
        }
  });
  return year;
};

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const monthDayText = (day: number): string => {
  const [month = '', date = ''] = monthDayOf(day).split('-');
  return `${date}/${month}`;
};
const whenText = (cell: number, until = cell % HOURS, lastDay?: number): string => {
  const day = Math.floor(cell / HOURS) % DAYS_A_YEAR;
  const dia = DIAS_TARIFA[Math.floor(cell / HOURS / DAYS_A_YEAR)] ?? 'lun';
  const days =
    lastDay === undefined || lastDay === day
      ? `el ${monthDayText(day)}`
      : `del ${monthDayText(day)} al ${monthDayText(lastDay)}`;
  return `${NOMBRES_DIA_TARIFA[dia]} de ${hourText(cell % HOURS)} a ${hourText(until + 1)}, ${days}`;
};

/** What keeps the rules from giving each instant exactly one period, as a sentence, and the rule at fault; null = nothing. */
export const faultOfReglas = (
  version: Pick<TarifaVersion, 'periodos' | 'reglas'>,
): { mensaje: string; regla: number | null } | null => {
  let twice: { mensaje: string; regla: number } | null = null;
  const year = yearOf(version, (cell, regla) => {
    twice ??= { mensaje: `Dos reglas a la vez: ${whenText(cell)}`, regla };
  });
  if (twice) return twice;
  const gap = year.indexOf(0);
  if (gap === -1) return null;
  let until = gap;
  while (until % HOURS < HOURS - 1 && year[until + 1] === 0) until += 1;
  let day = Math.floor(gap / HOURS) % DAYS_A_YEAR;
  for (let next = gap + HOURS; day < DAYS_A_YEAR - 1 && year[next] === 0; next += HOURS) day += 1;
  return { mensaje: `Falta el periodo: ${whenText(gap, until % HOURS, day)}`, regla: null };
};

const years = new WeakMap<TarifaVersion, Uint8Array>();
const known = (version: TarifaVersion): Uint8Array => {
  let year = years.get(version);
  if (!year) years.set(version, (year = yearOf(version)));
  return year;
};

/** The period of an hour of a day, YYYY-MM-DD, by what the clocks show; null = no version holds yet. */
export const periodoDe = ({ versiones }: Tarifas, fecha: string, hour: number): TarifaPeriodo | null => {
  const version = versiones.findLast(({ desde }) => desde <= fecha);
  if (!version) return null;
  const isHoliday = version.festivos.some((festivo) => festivo === fecha || festivo === fecha.slice(5));
  const weekday = (new Date(`${fecha}T00:00:00Z`).getUTCDay() + 6) % 7;
  const dia = isHoliday ? DIAS_TARIFA.indexOf('festivo') : weekday;
  return version.periodos[(known(version)[cellOf(dia, dayOfYear(fecha.slice(5)), hour)] ?? 0) - 1] ?? null;
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** How far the clocks of a zone are from UTC, ms. */
const offsetOf = (timeZone: string, ts: number): number => {
  let format = formats.get(timeZone);
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    formats.set(timeZone, (format = new Intl.DateTimeFormat('en-US', { ...fields, hourCycle: 'h23', timeZone })));
  }
  const part = Object.fromEntries(format.formatToParts(ts).map(({ type, value }) => [type, Number(value)]));
  const wall = Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute']);
  return wall - Math.floor(ts / 60_000) * 60_000;
};

/**
 * The prices of [desde, hasta), ms, in order and without gaps: hour by hour of what the zone's clocks show. Of an hour that is shown twice
 * both are of the same period; one that is skipped has none.
 */
export const tramosTarifa = (tarifas: Tarifas, zona: string, desde: number, hasta: number): TramoTarifa[] => {
  const tramos: TramoTarifa[] = [];
  let ts = desde;
  let offset = offsetOf(zona, ts);
  while (ts < hasta) {
    const wall = ts + offset;
    let next = ts + HOUR_MS - (wall % HOUR_MS);
    let after = offsetOf(zona, next);
    if (after !== offset) {
      // The clocks change before the hour is over, or as it ends.
      next = Math.floor(ts / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
      while (offsetOf(zona, next) === offset) next += QUARTER_MS;
      after = offsetOf(zona, next);
    }
    const shown = new Date(wall);
    const periodo = periodoDe(tarifas, shown.toISOString().slice(0, 10), shown.getUTCHours());
    const end = Math.min(next, hasta);
    const last = tramos.at(-1);
    const { nombre = null, precio = null, demanda_kw } = periodo ?? {};
    if (last?.periodo === nombre && last.precio === precio && last.demanda_kw === demanda_kw) last.hasta = end;
    else tramos.push({ desde: ts, hasta: end, periodo: nombre, precio, demanda_kw });
    [ts, offset] = [next, after];
  }
  return tramos;
};

/** Cost of kWh, to the cent: counted in whole Wh and millionths, half a cent up. */
export const costoDe = (kwh: number, precio: number): number => {
  const exact = BigInt(Math.round(kwh * 1_000)) * BigInt(Math.round(precio * 1_000_000));
  return Number((exact + 5_000_000n) / 10_000_000n) / 100;
};

/** Energy and cost of one period at one price. */
export interface EnergiaPeriodo {
  periodo: string;
  precio: number;
  kwh: number;
  costo: number;
}

/**
 * Energy by period and price, ordered by their first time. `kwh` of each tramo, to five decimals; null = unknown.
 * @returns null where a kWh is told and no version holds yet
 */
export const energiaPorPeriodo = (
  tramos: readonly TramoTarifa[],
  kwh: readonly (number | null)[],
): EnergiaPeriodo[] | null => {
  const sums = new Map<string, { periodo: string; precio: number; hundredths: number }>();
  for (const [i, { periodo, precio }] of tramos.entries()) {
    const one = kwh[i] ?? null;
    if (one === null) continue;
    if (periodo === null || precio === null) {
      if (one === 0) continue;
      return null;
    }
    const key = JSON.stringify([periodo, precio]);
    const sum = sums.get(key) ?? { periodo, precio, hundredths: 0 };
    sum.hundredths += Math.round(one * 100_000);
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ periodo, precio, hundredths }) => {
    const told = Math.round(hundredths / 100) / 1_000;
    return { periodo, precio, kwh: told, costo: costoDe(told, precio) };
  });
};

/** Sum of costs that are known to the cent; null = none. */
export const costoTotal = (periodos: readonly Pick<EnergiaPeriodo, 'costo'>[]): number =>
  periodos.reduce((cents, { costo }) => cents + Math.round(costo * 100), 0) / 100;

/** Before any bill that somebody still wants to see. */
const ALWAYS = '2000-01-01';
export const UNICO = 'Único';

/** One period, always. A price of a company may have more decimals than one of a calendar. */
export const singleTarifa = (precio: number, desde = ALWAYS): TarifaVersion => ({
  desde,
  periodos: [{ nombre: UNICO, precio: Math.round(precio * 1e6) / 1e6 }],
  reglas: [{ periodo: UNICO, dias: DIAS_TARIFA, desde: 0, hasta: HOURS }],
  festivos: [],
});

/** A company's calendar: its own, or one of one period at `tarifa_kwh`; null = no price is known. */
export const tarifasDe = (empresa: {
  tarifas?: Tarifas | null | undefined;
  tarifa_kwh?: number | null | undefined;
}): Tarifas | null => {
  if (empresa.tarifas) return empresa.tarifas;
  const precio = empresa.tarifa_kwh ?? null;
  return precio === null ? null : { versiones: [singleTarifa(precio)] };
};

/** The price of a calendar that has only one, ever; null = it has several, or none. */
export const precioUnico = ({ versiones: [version, ...others] }: Tarifas): number | null =>
  version && others.length === 0 && version.periodos.length === 1 ? (version.periodos[0]?.precio ?? null) : null;
