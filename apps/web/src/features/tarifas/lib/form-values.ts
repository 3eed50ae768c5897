import { DIAS_TARIFA, type DiaTarifa, type TarifaRegla, type TarifaVersion, UNICO } from '@acequia/contracts';
import { dateOf } from '../../../lib/format/format.js';

export interface PeriodoValue {
  /** Names the period in the rules: its name may change, or be missing. */
  clave: string;
  nombre: string;
  precio: number | null;
  /** Contracted kW; null = no limit. */
  demanda_kw: number | null;
}

export interface ReglaValue {
  /** A period's clave. */
  periodo: string;
  /** DD/MM; both '' = the whole year. */
  temporada: { desde: string; hasta: string };
  dias: DiaTarifa[];
  desde: number;
  hasta: number;
}

export interface Values {
  /** YYYY-MM-DD; '' = not chosen yet. */
  desde: string;
  periodos: PeriodoValue[];
  reglas: ReglaValue[];
  /** DD/MM or DD/MM/YYYY, separated by commas. */
  festivos: string;
  version: number | undefined;
}

const WRITTEN_DAY = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;

/** MM-DD or YYYY-MM-DD of a written day; what is no such day stays as it is. */
export const dayIn = (written: string): string => {
  const [, day = '', month = '', year] = WRITTEN_DAY.exec(written.trim()) ?? [];
  if (day === '') return written.trim();
  return [...(year === undefined ? [] : [year]), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
};

const isMonthDay = (text: string): boolean => {
  const date = new Date(`2024-${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === text;
};

export const newPeriod = (periodos: readonly PeriodoValue[]): PeriodoValue => ({
  clave: String(Math.max(0, ...periodos.map(({ clave }) => Number(clave))) + 1),
  nombre: '',
  precio: null,
  demanda_kw: null,
});

export const newRule = (periodo: string): ReglaValue => ({
  periodo,
  temporada: { desde: '', hasta: '' },
  dias: [],
  desde: 0,
  hasta: 24,
});

/** Periods, rules and holidays of a version or an example. */
export const partsOf = ({
  periodos,
  reglas,
  festivos,
}: Omit<TarifaVersion, 'desde'>): Pick<Values, 'periodos' | 'reglas' | 'festivos'> => ({
  periodos: periodos.map(({ demanda_kw = 0, ...periodo }, i) => ({
    clave: String(i + 1),
    ...periodo,
    demanda_kw: demanda_kw === 0 ? null : demanda_kw,
  })),
  reglas: reglas.map(({ periodo, temporada, dias, desde, hasta }) => ({
    periodo: String(periodos.findIndex(({ nombre }) => nombre === periodo) + 1),
    temporada: { desde: dateOf(temporada?.desde ?? ''), hasta: dateOf(temporada?.hasta ?? '') },
    dias: DIAS_TARIFA.filter((dia) => dias.includes(dia)),
    desde,
    hasta,
  })),
  festivos: festivos.map(dateOf).join(', '),
});

/** One period, always: its price is missing. */
const blank = (): Pick<Values, 'periodos' | 'reglas' | 'festivos'> => {
  const periodo = { ...newPeriod([]), nombre: UNICO };
  return { periodos: [periodo], reglas: [{ ...newRule(periodo.clave), dias: [...DIAS_TARIFA] }], festivos: '' };
};

/** `from`: the version whose periods and rules a new one begins with. */
export const valuesOf = (
  one: TarifaVersion | null,
  version: number,
  from: TarifaVersion | null | undefined = one,
): Values => ({
  desde: one?.desde ?? '',
  ...(from ? partsOf(from) : blank()),
  version,
});

const seasonOf = ({ temporada }: ReglaValue): Pick<TarifaRegla, 'temporada'> =>
  temporada.desde === '' && temporada.hasta === ''
    ? {}
    : { temporada: { desde: dayIn(temporada.desde), hasta: dayIn(temporada.hasta) } };

/** The rules as they can be read by now, with the claves of their periods. */
export const readableRules = (reglas: readonly ReglaValue[]): TarifaRegla[] =>
  reglas
    .map((regla) => ({ ...regla, temporada: seasonOf(regla).temporada }))
    .filter(({ temporada }) => !temporada || (isMonthDay(temporada.desde) && isMonthDay(temporada.hasta)));

export const holidaysOf = (festivos: string): string[] =>
  festivos
    .split(',')
    .map(dayIn)
    .filter((day) => day !== '');

/** The form as a version in the contract's shape. */
export const versionOf = ({ desde, periodos, reglas, festivos }: Values): unknown => {
  const names = new Map(periodos.map(({ clave, nombre }) => [clave, nombre]));
  return {
    desde,
    periodos: periodos.map(({ nombre, precio, demanda_kw }) => ({
      nombre,
      precio,
      ...(demanda_kw !== null && { demanda_kw }),
    })),
    reglas: reglas.map((regla) => ({
      periodo: names.get(regla.periodo) ?? '',
      ...seasonOf(regla),
      dias: regla.dias,
      desde: regla.desde,
      hasta: regla.hasta,
    })),
    festivos: holidaysOf(festivos),
  };
};
