import { DIAS_TARIFA, type DiaTarifa, NOMBRES_DIA_TARIFA } from '@acequia/contracts';
import { texts } from '../textos.js';
import { dateOf } from '../../../lib/format/format.js';
import type { PeriodoValue, ReglaValue, Values } from './form-values.js';

const WORKDAYS = 5;

const daysText = (dias: readonly DiaTarifa[]): string => {
  const chosen = DIAS_TARIFA.filter((dia) => dias.includes(dia));
  if (chosen.length === 0) return texts.noDays;
  if (chosen.length === DIAS_TARIFA.length) return texts.everyDay;
  const isWholeWeek = DIAS_TARIFA.slice(0, WORKDAYS).every((dia) => dias.includes(dia));
  const names = chosen.slice(isWholeWeek ? WORKDAYS : 0).map((dia) => NOMBRES_DIA_TARIFA[dia]);
  return [...(isWholeWeek ? [texts.workdays] : []), ...names].join(', ');
};

/** A period's name, or its place while it has none. */
export const periodName = (periodos: readonly Pick<PeriodoValue, 'clave' | 'nombre'>[], clave: string): string => {
  const place = periodos.findIndex((periodo) => periodo.clave === clave);
  return periodos[place]?.nombre.trim() || texts.periodN(place + 1);
};

/** A rule as a sentence. */
export const ruleText = (regla: ReglaValue, periodos: readonly PeriodoValue[]): string => {
  const { periodo, temporada, dias, desde, hasta } = regla;
  const season =
    temporada.desde === '' && temporada.hasta === ''
      ? ''
      : texts.inSeason(temporada.desde || texts.unknownDay, temporada.hasta || texts.unknownDay);
  return texts.rule(periodName(periodos, periodo), daysText(dias), desde, hasta) + season;
};

/** What a period has contracted, to append. */
export const demandText = (kw: number | null): string => (kw === null ? '' : ` (${texts.week.demand(kw)})`);

/** A version in words, to compare what two people wrote. */
export const readable = ({ desde, periodos, reglas, festivos }: Values) => ({
  desde: dateOf(desde),
  periodos: periodos
    .map(({ nombre, precio, demanda_kw }) => `${nombre} $${precio ?? '?'}${demandText(demanda_kw)}`)
    .join(', '),
  reglas: reglas.map((regla) => ruleText(regla, periodos)).join('. '),
  festivos,
});
