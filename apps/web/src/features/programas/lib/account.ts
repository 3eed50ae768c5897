import type { CuentaMes, SumasCuenta } from '@acequia/contracts';

export type Fila = CuentaMes['filas'][number];
export interface SectorRows {
  sector: string;
  filas: Fila[];
  sums: SumasCuenta | undefined;
}

/** Groups the valves by sector, in the order of the sectors. */
export const bySector = ({ filas, sectores }: Pick<CuentaMes, 'filas' | 'sectores'>): SectorRows[] =>
  sectores.map(({ sector, ...sums }) => ({ sector, sums, filas: filas.filter((fila) => fila.sector === sector) }));

const two = (n: number): string => String(n).padStart(2, '0');

/** Seconds as hours and minutes: 12:05. */
export const hoursOf = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
};

/** Watered share of the planned time, %; null when nothing was planned. */
export const shareOf = ({ previstos_s, reales_s }: Pick<SumasCuenta, 'previstos_s' | 'reales_s'>): number | null =>
  previstos_s === 0 ? null : Math.round((reales_s / previstos_s) * 100);

/** The last day of a month, YYYY-MM-DD. */
export const lastDayOf = (mes: string): string => {
  const [year = 0, month = 1] = mes.split('-').map(Number);
  return `${mes}-${two(new Date(Date.UTC(year, month, 0)).getUTCDate())}`;
};

/** The month `months` later, YYYY-MM. */
export const monthAfter = (mes: string, months: number): string => {
  const [year = 0, month = 1] = mes.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  return `${Math.floor(count / 12)}-${two((count % 12) + 1)}`;
};
