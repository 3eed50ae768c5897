import { type DiaTarifa, type TarifaRegla } from '@acequia/contracts';

const HOURS = 24;
const DAY_MS = 86_400_000;

/** A part of the year, MM-DD, both included; may pass the end of the year. */
export type Season = NonNullable<TarifaRegla['temporada']>;
export const WHOLE_YEAR: Season = { desde: '01-01', hasta: '12-31' };

/** Hours of a day with the same period: [desde, hasta). null = none. */
export interface Run {
  periodo: string | null;
  desde: number;
  hasta: number;
}

const shifted = (monthDay: string, days: number): string =>
  new Date(Date.parse(`2024-${monthDay}T00:00:00Z`) + days * DAY_MS).toISOString().slice(5, 10);

export const isIn = ({ desde, hasta }: Season, monthDay: string): boolean =>
  desde <= hasta ? desde <= monthDay && monthDay <= hasta : desde <= monthDay || monthDay <= hasta;

/** The parts of the year in which no rule begins or ends. */
export const seasonsOf = (reglas: readonly Pick<TarifaRegla, 'temporada'>[]): Season[] => {
  const turns = reglas.flatMap(({ temporada }) => (temporada ? [temporada.desde, shifted(temporada.hasta, 1)] : []));
  const starts = [...new Set(turns)].sort();
  if (starts.length === 0) return [WHOLE_YEAR];
  return starts.map((desde, i) => ({ desde, hasta: shifted(starts[(i + 1) % starts.length] ?? desde, -1) }));
};

/** The periods of a kind of day at a time of the year, MM-DD, in order. Where two rules meet the first one shows. */
export const runsOf = (reglas: readonly TarifaRegla[], dia: DiaTarifa, monthDay: string): Run[] => {
  const valid = reglas.filter(({ dias, temporada }) => dias.includes(dia) && (!temporada || isIn(temporada, monthDay)));
  const runs: Run[] = [];
  for (let hour = 0; hour < HOURS; hour += 1) {
    const periodo = valid.find(({ desde, hasta }) => desde <= hour && hour < hasta)?.periodo ?? null;
    const last = runs.at(-1);
    if (last?.periodo === periodo) last.hasta = hour + 1;
    else runs.push({ periodo, desde: hour, hasta: hour + 1 });
  }
  return runs;
};
