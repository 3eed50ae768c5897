import type { CuentaMes, EstadoTurno, SumasCuenta } from '@acequia/contracts';

/** The fields of a turn that a month's account uses. */
export interface AccountTurn {
  switch_id: number | null;
  dispositivo_id: number | null;
  nombre: string;
  sector: string;
  estado: EstadoTurno;
  segundos: number;
  real_segundos: number | null;
  bomba_cuenta: number;
  con_bomba_s: number | null;
  caudal_m3h: number | null;
  kwh: number | null;
  costo: number | null;
}

/** Liters of a turn: its declared flow over the time in which its pump ran too; null = unknown. */
export const litersOf = ({
  caudal_m3h,
  real_segundos,
  bomba_cuenta,
  con_bomba_s,
}: Pick<AccountTurn, 'caudal_m3h' | 'real_segundos' | 'bomba_cuenta' | 'con_bomba_s'>): number | null => {
  const seconds = bomba_cuenta === 2 ? con_bomba_s : real_segundos;
  return caudal_m3h === null || seconds === null ? null : Math.round((caudal_m3h * 1_000 * seconds) / 3_600);
};

const NOTHING: SumasCuenta = {
  ...{ turnos: 0, cumplidos: 0, parciales: 0, omitidos: 0, perdidos: 0, previstos_s: 0, reales_s: 0 },
  ...{ litros: null, kwh: null, costo: null },
};

const COUNTED: Partial<Record<EstadoTurno, 'cumplidos' | 'parciales' | 'omitidos' | 'perdidos'>> = {
  cumplido: 'cumplidos',
  parcial: 'parciales',
  omitido: 'omitidos',
  perdido: 'perdidos',
};

const plus = (sum: number | null, value: number | null, digits: number): number | null =>
  value === null ? sum : Number(((sum ?? 0) + value).toFixed(digits));

/** Of a running turn nothing is missing yet. */
const plannedSoFar = ({ estado, segundos, real_segundos }: AccountTurn): number =>
  estado === 'en_curso' ? Math.min(segundos, real_segundos ?? 0) : segundos;

const add = (sums: SumasCuenta, turn: AccountTurn): SumasCuenta => {
  const counted = COUNTED[turn.estado];
  return {
    ...sums,
    ...(counted && { [counted]: sums[counted] + 1 }),
    turnos: sums.turnos + 1,
    previstos_s: sums.previstos_s + plannedSoFar(turn),
    reales_s: sums.reales_s + (turn.real_segundos ?? 0),
    litros: plus(sums.litros, litersOf(turn), 0),
    kwh: plus(sums.kwh, turn.kwh, 3),
    costo: plus(sums.costo, turn.costo, 2),
  };
};

/** Sums of past turns by valve and by sector, each sorted by name. */
export const monthOf = (mes: string, turns: readonly AccountTurn[]): CuentaMes => {
  const rows = new Map<string, CuentaMes['filas'][number]>();
  const sectors = new Map<string, CuentaMes['sectores'][number]>();
  let total = NOTHING;
  for (const turn of turns) {
    const { switch_id, dispositivo_id, nombre, sector } = turn;
    const key = switch_id === null ? `d${dispositivo_id}` : `s${switch_id}`;
    const row = rows.get(key) ?? { switch_id, dispositivo_id, nombre, sector, ...NOTHING };
    rows.set(key, { ...row, ...add(row, turn) });
    const sum = sectors.get(sector) ?? { sector, ...NOTHING };
    sectors.set(sector, { ...sum, ...add(sum, turn) });
    total = add(total, turn);
  }
  const byName = (a: string, b: string): number => a.localeCompare(b, 'es');
  return {
    mes,
    filas: [...rows.values()].sort((a, b) => byName(a.sector, b.sector) || byName(a.nombre, b.nombre)),
    sectores: [...sectors.values()].sort((a, b) => byName(a.sector, b.sector)),
    total,
  };
};
