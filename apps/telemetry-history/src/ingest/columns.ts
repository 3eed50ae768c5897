import { column } from './binary-arrays.js';
import type { Board } from './board.js';
import type { Window } from './late-windows.js';
import { type Estado, type Lectura, type Transition, join } from './rows.js';
import type { Span } from './span.js';

/** Rows as parameters of the storing statements: one array per column, in the statement's order. */

export const ofLecturas = (rows: readonly Lectura[]): Buffer[] => [
  column('int4', rows, (fila) => fila.placa_id),
  column('int2', rows, (fila) => fila.pin),
  column('timestamptz', rows, (fila) => fila.ts),
  column('int2', rows, (fila) => fila.temperatura),
  column('int2', rows, (fila) => fila.humedad),
];

export const ofEstados = (rows: readonly Estado[]): Buffer[] => [
  column('int4', rows, (fila) => fila.placa_id),
  column('timestamptz', rows, (fila) => fila.ts),
  column('int8', rows, (fila) => join(fila.on_lo, fila.on_hi)),
  column('int8', rows, (fila) => join(fila.off_lo, fila.off_hi)),
];

export const ofSpans = (spans: readonly Span[]): Buffer[] => [
  column('int4', spans, (span) => span.placa_id),
  column('int2', spans, (span) => span.pin),
  column('timestamptz', spans, (span) => span.ts),
  column('int4', spans, (span) => span.n_temperatura),
  column('int8', spans, (span) => span.suma_temperatura),
  column('int2', spans, (span) => span.min_temperatura),
  column('int2', spans, (span) => span.max_temperatura),
  column('int4', spans, (span) => span.n_humedad),
  column('int8', spans, (span) => span.suma_humedad),
  column('int2', spans, (span) => span.min_humedad),
  column('int2', spans, (span) => span.max_humedad),
];

export const ofTransitions = (transiciones: readonly Transition[]): Buffer[] => [
  column('int4', transiciones, (transition) => transition.placa_id),
  column('int2', transiciones, (transition) => transition.pin),
  column('timestamptz', transiciones, (transition) => transition.ts),
  column('int2', transiciones, (transition) => transition.estado),
];

export const ofWindows = (ventanas: readonly Window[]): Buffer[] => [
  column('int4', ventanas, (window) => window.placa_id),
  column('int2', ventanas, (window) => window.pin),
  column('timestamptz', ventanas, (window) => window.desde),
  column('timestamptz', ventanas, (window) => window.hasta),
  column('timestamptz', ventanas, (window) => window.anterior),
  column('timestamptz', ventanas, (window) => window.tope),
];

export const ofBoards = (boards: readonly Board[]): Buffer[] => {
  const times = boards.map((board) => board.times);
  let fin = 0;
  const ranges = times.map(({ length }) => ({ primero: fin + 1, ultimo: (fin += length) }));
  return [
    column('int4', boards, (board) => board.placa_id),
    column('timestamptz', boards, (board) => board.ts),
    column('int8', boards, (board) => board.pines),
    column('int8', boards, (board) => board.encendidos),
    column('int8', boards, (board) => board.sensores),
    column('timestamptz', times.flat(), (ts) => ts),
    column('int4', ranges, ({ primero }) => primero),
    column('int4', ranges, ({ ultimo }) => ultimo),
  ];
};
