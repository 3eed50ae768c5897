import { type AvisoDatos, type DatosDeAviso, magnitudOf } from '@acequia/contracts';
import { FRESH_MS } from '../field/values.js';
import type { Punto } from '../field/things.js';
import { above, below, type Condition, type Conditions, NO, type Question, UNKNOWN } from './condition.js';
import { slopeOf } from './switch-conditions.js';

/** A point's value counts, and a point is not silent, for so many of its periods. */
const PERIODS = 3;

/** In place of the board of a point to which a program sends. */
const NO_BOARD = { online: true, since: 0 };

type Ask<Datos extends AvisoDatos> = Condition<Punto, Datos>['ask'];

const periods = ({ cada_s }: Punto): number => PERIODS * cada_s * 1_000;
const clase = ({ magnitud }: Punto) => magnitudOf(magnitud).clase;

/** Its board is known to be away; a program's values come by no board. */
const isAway = (placa_id: number | null, field: Question['field']): boolean =>
  placa_id !== null && field.boards.get(placa_id)?.online === false;

/** What it told lately, its board not being away; null = nothing. */
const fresh = (punto: Punto, { field, now }: Question): Punto['told'] => {
  const { told, placa_id } = punto;
  if (!told || now - told.ts > Math.max(FRESH_MS, periods(punto))) return null;
  return isAway(placa_id, field) ? null : told;
};

const beyond =
  (past: typeof above): Ask<DatosDeAviso['punto_alto']> =>
  (punto, question) => {
    // A total only grows, and a direction has no more and less.
    if (clase(punto) === 'contador' || clase(punto) === 'direccion') return NO;
    const value = fresh(punto, question)?.value ?? null;
    if (value === null) return UNKNOWN;
    if (!past(value, question)) return NO;
    const { nombre, magnitud } = punto;
    return { holds: true, datos: { punto: nombre, magnitud, valor: value, umbral: question.rule.umbral } };
  };

const taken: Ask<DatosDeAviso['concesion_agotada']> = ({ id, nombre: punto, concesion_m3 }, question) => {
  if (concesion_m3 === null) return NO;
  const used = question.field.taken.get(id) ?? null;
  if (used === null) return UNKNOWN;
  if (!above((used / concesion_m3) * 100, question)) return NO;
  return { holds: true, datos: { punto, usada_m3: Math.round(used), concesion_m3 } };
};

export const PUNTO_CONDITIONS: Conditions<'punto', Punto> = {
  punto_alto: { begins: 'news', ask: beyond(above) },

  punto_bajo: { begins: 'news', ask: beyond(below) },

  punto_cambio: {
    begins: 'news',
    ask: (punto, question) => {
      if (clase(punto) === 'direccion') return NO;
      const slope = fresh(punto, question) ? slopeOf(punto.trend) : null;
      if (slope === null) return UNKNOWN;
      if (!above(Math.abs(slope), question)) return NO;
      return { holds: true, datos: { punto: punto.nombre, magnitud: punto.magnitud, por_hora: slope } };
    },
  },

  punto_callado: {
    begins: 'time',
    ask: (punto, { field, now, rule }) => {
      const board = punto.placa_id === null ? NO_BOARD : field.boards.get(punto.placa_id);
      if (!punto.told || board?.online !== true) return UNKNOWN;
      // A board that has just reconnected gets time to report.
      const limit = Math.max(punto.told.ts, board.since) + Math.max(rule.umbral * 1_000, periods(punto));
      if (now <= limit) return NO;
      const datos = { punto: punto.nombre, ...(punto.placa_id === null && { sin_placa: true as const }) };
      return { holds: true, began: limit, datos };
    },
  },

  punto_pegado: {
    begins: 'news',
    ask: (punto, question) => {
      const { rule, open } = question;
      // Also a meter without water and an open door are still.
      if (clase(punto) !== 'instantanea') return NO;
      const told = fresh(punto, question);
      if (!told || told.value === null) return UNKNOWN;
      const still = told.ts - punto.sameSince;
      // A restart forgets since when: while it has not moved, an open alarm stays open.
      if (still <= rule.umbral * 1_000) return open && punto.moves === 0 ? UNKNOWN : NO;
      const { nombre, magnitud } = punto;
      const horas = Math.floor(still / 3_600_000);
      return { holds: true, datos: { punto: nombre, magnitud, valor: told.value, horas } };
    },
  },

  caudal_anormal: {
    begins: 'time',
    ask: ({ id, nombre: punto }, { field }) => {
      if (field.flows === undefined) return UNKNOWN;
      const judged = field.flows.get(id) ?? [];
      const wrong = judged.find(({ estado }) => estado === 'mal');
      if (wrong?.caudal) return { holds: true, datos: { punto, proteccion: wrong.nombre, caudal: wrong.caudal } };
      return judged.some(({ estado }) => estado === 'desconocido') ? UNKNOWN : NO;
    },
  },

  concesion_por_acabarse: { begins: 'time', ask: taken },

  concesion_agotada: { begins: 'time', ask: taken },

  punto_fuera: {
    begins: 'news',
    ask: (punto, question) => {
      const told = fresh(punto, question);
      if (!told) return UNKNOWN;
      return told.value === null ? { holds: true, datos: { punto: punto.nombre } } : NO;
    },
  },
};
