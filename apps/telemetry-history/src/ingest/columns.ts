import type { Tramo } from '../rollups/quarter.js';
import { column } from './binary-arrays.js';
import type { Board } from './board.js';
import type { Ventana } from './late.js';
import { type Estado, type Lectura, type Transicion, unir } from './rows.js';

/** Rows as the parameters of the statements that store them: one array per column, in the statement's order. */

export const deLecturas = (filas: readonly Lectura[]): Buffer[] => [
  column('int4', filas, (fila) => fila.placa_id),
  column('int2', filas, (fila) => fila.pin),
  column('timestamptz', filas, (fila) => fila.ts),
  column('int2', filas, (fila) => fila.temperatura),
  column('int2', filas, (fila) => fila.humedad),
];

export const deEstados = (filas: readonly Estado[]): Buffer[] => [
  column('int4', filas, (fila) => fila.placa_id),
  column('timestamptz', filas, (fila) => fila.ts),
  column('int8', filas, (fila) => unir(fila.on_lo, fila.on_hi)),
  column('int8', filas, (fila) => unir(fila.off_lo, fila.off_hi)),
];

export const deTramos = (tramos: readonly Tramo[]): Buffer[] => [
  column('int4', tramos, (tramo) => tramo.placa_id),
  column('int2', tramos, (tramo) => tramo.pin),
  column('timestamptz', tramos, (tramo) => tramo.ts),
  column('int4', tramos, (tramo) => tramo.n_temperatura),
  column('int8', tramos, (tramo) => tramo.suma_temperatura),
  column('int2', tramos, (tramo) => tramo.min_temperatura),
  column('int2', tramos, (tramo) => tramo.max_temperatura),
  column('int4', tramos, (tramo) => tramo.n_humedad),
  column('int8', tramos, (tramo) => tramo.suma_humedad),
  column('int2', tramos, (tramo) => tramo.min_humedad),
  column('int2', tramos, (tramo) => tramo.max_humedad),
];

export const deTransiciones = (transiciones: readonly Transicion[]): Buffer[] => [
  column('int4', transiciones, (transicion) => transicion.placa_id),
  column('int2', transiciones, (transicion) => transicion.pin),
  column('timestamptz', transiciones, (transicion) => transicion.ts),
  column('int2', transiciones, (transicion) => transicion.estado),
];

export const deVentanas = (ventanas: readonly Ventana[]): Buffer[] => [
  column('int4', ventanas, (ventana) => ventana.placa_id),
  column('int2', ventanas, (ventana) => ventana.pin),
  column('timestamptz', ventanas, (ventana) => ventana.desde),
  column('timestamptz', ventanas, (ventana) => ventana.hasta),
  column('timestamptz', ventanas, (ventana) => ventana.anterior),
  column('timestamptz', ventanas, (ventana) => ventana.tope),
];

export const deBoards = (boards: readonly Board[]): Buffer[] => {
  const tiempos = boards.map((board) => board.tiempos);
  let fin = 0;
  const rangos = tiempos.map(({ length }) => ({ primero: fin + 1, ultimo: (fin += length) }));
  return [
    column('int4', boards, (board) => board.placa_id),
    column('timestamptz', boards, (board) => board.ts),
    column('int8', boards, (board) => board.pines),
    column('int8', boards, (board) => board.encendidos),
    column('int8', boards, (board) => board.sensores),
    column('timestamptz', tiempos.flat(), (ts) => ts),
    column('int4', rangos, ({ primero }) => primero),
    column('int4', rangos, ({ ultimo }) => ultimo),
  ];
};
