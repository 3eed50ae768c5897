import { Temporal } from 'temporal-polyfill';
import { getTimes } from 'suncalc';
import type { Farm, ProgramaExpandible } from '../expansion/types.js';
import { type Goes, liveThrough } from './tick.js';
import type { WallClock } from './wall-clock.js';

const NAMES = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'];

/** Every day from the first of the season to the last, round the end of a leap year if need be; MM-DD. */
const seasonOf = ({ temporada }: ProgramaExpandible): Set<string> | null => {
  if (!temporada) return null;
  const season: string[] = [];
  for (let at = Temporal.PlainDate.from(`2024-${temporada.desde}`); season.at(-1) !== temporada.hasta;) {
    season.push(at.toString().slice(5));
    at = at.add({ days: 1 }).with({ year: 2024 });
  }
  return new Set(season);
};

/** Whether the program waters on this day. */
const wanted = ({ dias }: ProgramaExpandible, season: Set<string> | null, day: Temporal.PlainDate): boolean => {
  if (season && !season.has(day.toString().slice(5))) return false;
  if (Array.isArray(dias)) return (dias as string[]).includes(NAMES[day.dayOfWeek - 1]!);
  if ('paridad' in dias) return dias.paridad === (day.day % 2 === 0 ? 'par' : 'impar');
  const days = Temporal.PlainDate.from(dias.desde).until(day).days;
  return days >= 0 && Number.isInteger(days / dias.cada);
};

const hhmm = (text: string): number => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);

/** End of the window that contains a moment; null when none does. */
const closing = (
  window: { desde: string; hasta: string },
  around: Temporal.PlainDate,
  at: number,
  clock: WallClock,
): number | null => {
  for (let shift = -3; shift <= 3; shift += 1) {
    const opens = around.add({ days: shift });
    const closes = hhmm(window.hasta) > hhmm(window.desde) ? opens : opens.add({ days: 1 });
    const from = clock.instant(opens.toString(), window.desde);
    const to = clock.instant(closes.toString(), window.hasta);
    if (at >= from && at < to) return to;
  }
  return null;
};

/** The expected expansion: `<turno_id> <seconds> <runs|outside>` of every run that starts in [from, to), sorted. */
export const dayByDay = (
  programa: ProgramaExpandible,
  farm: Farm,
  clock: WallClock,
  from: number,
  to: number,
): string[] => {
  const [first, last] = clock.days.map((text) => Temporal.PlainDate.from(text)) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  const plans = new Map<number, Goes>();
  const found = new Map<string, { seconds: number; out: boolean }>();
  const season = seasonOf(programa);
  const margin = { days: 4 };
  for (
    let day = first.add(margin);
    Temporal.PlainDate.compare(day, last.subtract(margin)) < 0;
    day = day.add({ days: 1 })
  ) {
    if (!wanted(programa, season, day)) continue;
    const percent = programa.porcentajes?.[day.month - 1] ?? 100;
    if (!plans.has(percent)) plans.set(percent, liveThrough(programa, percent, farm));
    for (const start of programa.inicios) {
      const at = typeof start === 'string' ? clock.instant(day.toString(), start) : sunAt(start, day, farm, clock);
      if (at === null) continue;
      const end = programa.ventana ? closing(programa.ventana, day, at, clock) : Infinity;
      for (const [key, length] of plans.get(percent)!) {
        const [name, second] = key.split('@') as [string, string];
        const begins = at + Number(second) * 1_000;
        if (begins < from || begins >= to) continue;
        const id = `${programa.id}-${begins / 1_000}-${name}`;
        const out = end === null || begins >= end;
        const seconds = out ? length : Math.min(length, (end - begins) / 1_000);
        if ((found.get(id)?.seconds ?? 0) < seconds) found.set(id, { seconds, out });
      }
    }
  }
  return [...found].map(([id, { seconds, out }]) => `${id} ${seconds} ${out ? 'outside' : 'corre'}`).sort();
};

const sunAt = (
  { sol, minutos }: Exclude<ProgramaExpandible['inicios'][number], string>,
  day: Temporal.PlainDate,
  { latitud, longitud }: Farm,
  clock: WallClock,
): number | null => {
  if (latitud === null || longitud === null) return null;
  const times = getTimes(new Date(clock.instant(day.toString(), '12:00')), latitud, longitud);
  const at = sol === 'salida' ? times.sunrise : times.sunset;
  return at && Math.round(at.getTime() / 1_000) * 1_000 + minutos * 60_000;
};
