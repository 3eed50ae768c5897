import { PINS_PER_HALF } from '@acequia/contracts';
import { type Measurement, sortMediciones } from './medicion.js';
import { sortValores, type Valor } from './valor.js';

/** One pair of sensor values, in hundredths; null = missing. */
export interface Lectura {
  placa_id: number;
  pin: number;
  /** ms since 1970. */
  ts: number;
  temperatura: number | null;
  humedad: number | null;
}

/** The relay pins of one sample, as two bit masks in halves (see contracts' ESTADO_COLUMNS). No pin is in both. */
export interface Estado {
  placa_id: number;
  ts: number;
  on_lo: number;
  on_hi: number;
  off_lo: number;
  off_hi: number;
}

export interface Transition {
  placa_id: number;
  pin: number;
  ts: number;
  estado: 0 | 1;
}

/** Rows stored in one transaction: sorted by key, each key once. */
export interface Rows {
  lecturas: Lectura[];
  estados: Estado[];
  /** Samples of meters; absent = none. */
  mediciones?: Measurement[];
  /** Values of points; absent = none. */
  valores?: Valor[];
}

export const howMany = ({ lecturas, estados, mediciones = [], valores = [] }: Rows): number =>
  lecturas.length + estados.length + mediciones.length + valores.length;

const byKeyOfLectura = (a: Lectura, b: Lectura): number => a.placa_id - b.placa_id || a.pin - b.pin || a.ts - b.ts;
const byKeyOfEstado = (a: Estado, b: Estado): number => a.placa_id - b.placa_id || a.ts - b.ts;

/** Sorts by key; of rows with one key the first that arrived counts, and later states only add pins that it lacks. */
export const sort = ({ lecturas, estados, mediciones = [], valores = [] }: Rows): Required<Rows> => {
  lecturas.sort(byKeyOfLectura);
  estados.sort(byKeyOfEstado);
  return {
    lecturas: lecturas.filter((fila, i) => i === 0 || byKeyOfLectura(lecturas[i - 1]!, fila) !== 0),
    estados: joinEqual(estados),
    mediciones: sortMediciones(mediciones),
    valores: sortValores(valores),
  };
};

const joinEqual = (estados: Estado[]): Estado[] => {
  const juntos: Estado[] = [];
  for (const fila of estados) {
    const first = juntos.at(-1);
    if (!first || byKeyOfEstado(first, fila) !== 0) {
      juntos.push(fila);
      continue;
    }
    const new_lo = ~(first.on_lo | first.off_lo);
    const new_hi = ~(first.on_hi | first.off_hi);
    juntos[juntos.length - 1] = {
      ...first,
      on_lo: first.on_lo | (fila.on_lo & new_lo),
      on_hi: first.on_hi | (fila.on_hi & new_hi),
      off_lo: first.off_lo | (fila.off_lo & new_lo),
      off_hi: first.off_hi | (fila.off_hi & new_hi),
    };
  }
  return juntos;
};

/** Calls `visit` for each pin of a mask, lowest first. */
export const eachPin = (lo: number, hi: number, visit: (pin: number) => void): void => {
  for (let rest = lo; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
  for (let rest = hi; rest !== 0; rest &= rest - 1) visit(PINS_PER_HALF + 31 - Math.clz32(rest & -rest));
};

export const hasPin = (lo: number, hi: number, pin: number): boolean =>
  ((pin < PINS_PER_HALF ? lo >>> pin : hi >>> (pin - PINS_PER_HALF)) & 1) === 1;

/** Joins the halves into the database's bigint; 40 bits, exact as a number. */
export const join = (lo: number, hi: number): number => hi * 2 ** PINS_PER_HALF + lo;
export const split = (mask: number): { lo: number; hi: number } => ({
  lo: mask % 2 ** PINS_PER_HALF,
  hi: Math.floor(mask / 2 ** PINS_PER_HALF),
});
