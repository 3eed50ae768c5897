import type { CuentaMes, EnergiaPeriodo, SumasCuenta } from '@acequia/contracts';
import { LITERS } from '../storage/liters.js';

const counted = (estado: string): string => `count(*) FILTER (WHERE t.estado = '${estado}')::int`;

/** It ran, and no meter told its water. */
const UNMEASURED = 't.real_segundos > 0 AND t.m3_medidos IS NULL';

/**
 * What each valve did in [$2, $3), ms, of the company $1; null = of all. Added up where the turns are: a month may have 600,000 of them.
 * Of a running turn nothing is missing yet. A sum without a known value is null.
 */
export const VALVES_OF_MONTH = `SELECT t.switch_id, t.dispositivo_id,
    coalesce(s.nombre, d.nombre, 'Eliminado') AS nombre, coalesce(s.zona, d.sitio, '') AS sector, count(*)::int AS turnos,
    ${counted('cumplido')} AS cumplidos, ${counted('parcial')} AS parciales, ${counted('omitido')} AS omitidos,
    (count(*) FILTER (WHERE t.estado = 'perdido' AND t.confirmado))::int AS perdidos,
    sum(CASE WHEN t.estado = 'en_curso' THEN least(t.segundos, coalesce(t.real_segundos, 0)) ELSE t.segundos END)::float8 AS previstos_s,
    coalesce(sum(t.real_segundos), 0)::float8 AS reales_s, sum(${LITERS})::float8 AS litros,
    round(sum(t.kwh)::numeric, 3)::float8 AS kwh, round(sum(t.costo)::numeric, 2)::float8 AS costo,
    round(sum(coalesce(t.volumen_l / 1000.0, t.caudal_m3h * t.segundos / 3600))::numeric, 3)::float8 AS m3_previstos,
    round(sum(t.m3_medidos)::numeric, 3)::float8 AS m3_medidos, (count(*) FILTER (WHERE ${UNMEASURED}))::int AS sin_medir,
    round(sum(${LITERS}) FILTER (WHERE ${UNMEASURED}) / 1000, 3)::float8 AS m3_sin_medir
  FROM turnos t LEFT JOIN switches s ON s.id = t.switch_id LEFT JOIN dispositivos d ON d.id = t.dispositivo_id
  WHERE ($1::integer IS NULL OR t.empresa_id = $1) AND t.inicio >= $2 AND t.inicio < $3
  GROUP BY t.switch_id, t.dispositivo_id, s.nombre, d.nombre, s.zona, d.sitio`;

/** The same turns' energy by period and price. Few rows: only a turn whose switch has a meter has any. */
export const PERIODS_OF_MONTH = `SELECT t.switch_id, t.dispositivo_id, p.periodo, p.precio, round(sum(p.kwh)::numeric, 3)::float8 AS kwh,
    round(sum(p.costo)::numeric, 2)::float8 AS costo
  FROM turnos t CROSS JOIN LATERAL jsonb_to_recordset(t.energia_periodos)
    AS p(periodo text, precio float8, kwh float8, costo float8)
  WHERE ($1::integer IS NULL OR t.empresa_id = $1) AND t.inicio >= $2 AND t.inicio < $3 AND t.energia_periodos IS NOT NULL
  GROUP BY t.switch_id, t.dispositivo_id, p.periodo, p.precio ORDER BY p.periodo COLLATE "C", p.precio`;

type Valve = CuentaMes['filas'][number];
export type ValvePeriod = Pick<Valve, 'switch_id' | 'dispositivo_id'> & EnergiaPeriodo;

/** The valves, each with its periods. */
export const withPeriods = (valves: readonly Valve[], periods: readonly ValvePeriod[]): Valve[] =>
  valves.map((valve) => ({
    ...valve,
    periodos: periods
      .filter((one) => one.switch_id === valve.switch_id && one.dispositivo_id === valve.dispositivo_id)
      .map(({ switch_id: _switch, dispositivo_id: _device, ...period }) => period),
  }));

const addPeriods = (sums: readonly EnergiaPeriodo[], more: readonly EnergiaPeriodo[]): EnergiaPeriodo[] => {
  const added = new Map<string, EnergiaPeriodo>();
  for (const one of [...sums, ...more]) {
    const key = JSON.stringify([one.periodo, one.precio]);
    const known = added.get(key);
    const kwh = Number(((known?.kwh ?? 0) + one.kwh).toFixed(DIGITS.kwh));
    added.set(key, { ...one, kwh, costo: Number(((known?.costo ?? 0) + one.costo).toFixed(DIGITS.costo)) });
  }
  return [...added.values()].sort((a, b) => a.periodo.localeCompare(b.periodo, 'es') || a.precio - b.precio);
};

const NOTHING: SumasCuenta = {
  turnos: 0,
  cumplidos: 0,
  parciales: 0,
  omitidos: 0,
  perdidos: 0,
  previstos_s: 0,
  reales_s: 0,
  litros: null,
  kwh: null,
  costo: null,
  m3_previstos: null,
  m3_medidos: null,
  sin_medir: 0,
  m3_sin_medir: null,
  periodos: [],
};
const DIGITS = { litros: 0, kwh: 3, costo: 2, m3_previstos: 3, m3_medidos: 3, m3_sin_medir: 3 } as const;

const add = (sums: SumasCuenta, one: SumasCuenta): SumasCuenta => {
  const plus = (name: keyof typeof DIGITS): number | null => {
    const value = one[name] ?? null;
    return value === null ? (sums[name] ?? null) : Number(((sums[name] ?? 0) + value).toFixed(DIGITS[name]));
  };
  return {
    turnos: sums.turnos + one.turnos,
    cumplidos: sums.cumplidos + one.cumplidos,
    parciales: sums.parciales + one.parciales,
    omitidos: sums.omitidos + one.omitidos,
    perdidos: sums.perdidos + one.perdidos,
    previstos_s: sums.previstos_s + one.previstos_s,
    reales_s: sums.reales_s + one.reales_s,
    litros: plus('litros'),
    kwh: plus('kwh'),
    costo: plus('costo'),
    m3_previstos: plus('m3_previstos'),
    m3_medidos: plus('m3_medidos'),
    sin_medir: (sums.sin_medir ?? 0) + (one.sin_medir ?? 0),
    m3_sin_medir: plus('m3_sin_medir'),
    periodos: addPeriods(sums.periodos ?? [], one.periodos ?? []),
  };
};

/** The account of these valves, with the sums of their sectors, each sorted by name. */
export const monthOf = (mes: string, valves: readonly CuentaMes['filas'][number][]): CuentaMes => {
  const sectors = new Map<string, SumasCuenta>();
  for (const valve of valves) sectors.set(valve.sector, add(sectors.get(valve.sector) ?? NOTHING, valve));
  const byName = (a: string, b: string): number => a.localeCompare(b, 'es');
  return {
    mes,
    filas: [...valves].sort((a, b) => byName(a.sector, b.sector) || byName(a.nombre, b.nombre)),
    sectores: [...sectors].map(([sector, sums]) => ({ sector, ...sums })).sort((a, b) => byName(a.sector, b.sector)),
    total: valves.reduce(add, NOTHING),
  };
};
