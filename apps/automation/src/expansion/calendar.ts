import { WEEK_DAYS, type DiasPrograma } from '@acequia/contracts';

/** Days are counted from 1970-01-01, so that rules are plain arithmetic without a time zone. */
export const DAY_MS = 86_400_000;
export const DAY_S = 86_400;

export interface CivilDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export const civilDay = (epochDay: number): CivilDay => {
  const date = new Date(epochDay * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

/** Of a text YYYY-MM-DD. */
export const epochDayOf = (text: string): number => Math.floor(Date.parse(`${text}T00:00:00Z`) / DAY_MS);
export const dayText = (epochDay: number): string => new Date(epochDay * DAY_MS).toISOString().slice(0, 10);

const mod = (n: number, by: number): number => ((n % by) + by) % by;

// 1970-01-01 was a Thursday.
const weekday = (epochDay: number): (typeof WEEK_DAYS)[number] => WEEK_DAYS[mod(epochDay + 3, 7)] ?? 'lun';

export const dayMatches = (dias: DiasPrograma, epochDay: number): boolean => {
  if (Array.isArray(dias)) return dias.includes(weekday(epochDay));
  if ('paridad' in dias) return (civilDay(epochDay).day % 2 === 0) === (dias.paridad === 'par');
  const since = epochDay - epochDayOf(dias.desde);
  return since >= 0 && since % dias.cada === 0;
};

export const inSeason = (
  temporada: { desde: string; hasta: string } | undefined,
  { month, day }: CivilDay,
): boolean => {
  if (!temporada) return true;
  const text = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const { desde, hasta } = temporada;
  return desde <= hasta ? text >= desde && text <= hasta : text >= desde || text <= hasta;
};

/** Of a text HH:MM. */
export const minutesOf = (hora: string): number => Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3));
