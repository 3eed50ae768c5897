import { Tramo, TRAMO_MS } from '../rollups/quarter.js';
import { Board } from './board.js';
import type { Filas, Transicion } from './rows.js';

/** What a batch means, given what its boards said last. */
export interface Plan {
  /** Certainly new rows: later than anything their board ever sent. */
  nuevas: Filas;
  /** What the new rows add to the roll-up, sorted by key. */
  tramos: Tramo[];
  /** What the new rows bring, sorted by key within a board's sample. */
  transiciones: Transicion[];
  /** Rows that may be stored already, or lie between others: the database is asked. */
  tardias: Filas;
  /** Boards the batch speaks of, advanced by the new rows. */
  boards: Board[];
}

/**
 * Splits sorted rows into new and late ones and works out what the new ones change. Changes `boards`, which holds every board
 * of the batch that the database knows.
 * @param todasTardias trust no frontier: every row is treated as late
 */
export const planear = (filas: Filas, boards: Map<number, Board>, todasTardias = false): Plan => {
  const plan: Plan = {
    nuevas: { lecturas: [], estados: [] },
    tramos: [],
    transiciones: [],
    tardias: { lecturas: [], estados: [] },
    boards: [],
  };
  const fronteras = new Map<number, number>();
  const boardOf = (placa_id: number): Board => {
    let board = boards.get(placa_id);
    if (!board) boards.set(placa_id, (board = new Board(placa_id)));
    if (!fronteras.has(placa_id)) {
      fronteras.set(placa_id, todasTardias ? Infinity : board.ts);
      plan.boards.push(board);
    }
    return board;
  };
  planearLecturas(filas, plan, boardOf, fronteras);
  planearEstados(filas, plan, boardOf, fronteras);
  plan.boards.sort((a, b) => a.placa_id - b.placa_id);
  return plan;
};

type BoardOf = (placa_id: number) => Board;

const planearLecturas = (filas: Filas, plan: Plan, boardOf: BoardOf, fronteras: Map<number, number>): void => {
  let board: Board | undefined;
  let frontera = 0;
  let tramo: Tramo | undefined;
  for (const fila of filas.lecturas) {
    if (board?.placa_id !== fila.placa_id) {
      board = boardOf(fila.placa_id);
      frontera = fronteras.get(fila.placa_id)!;
    }
    board.conSensor(fila.pin);
    if (fila.ts > board.ts) board.ts = fila.ts;
    if (fila.ts <= frontera) {
      plan.tardias.lecturas.push(fila);
      continue;
    }
    plan.nuevas.lecturas.push(fila);
    const inicio = fila.ts - (fila.ts % TRAMO_MS);
    if (tramo?.placa_id !== fila.placa_id || tramo.pin !== fila.pin || tramo.ts !== inicio) {
      tramo = new Tramo(fila.placa_id, fila.pin, inicio);
      plan.tramos.push(tramo);
    }
    tramo.sumar(fila);
  }
};

const planearEstados = (filas: Filas, plan: Plan, boardOf: BoardOf, fronteras: Map<number, number>): void => {
  let board: Board | undefined;
  let frontera = 0;
  for (const fila of filas.estados) {
    if (board?.placa_id !== fila.placa_id) {
      board = boardOf(fila.placa_id);
      frontera = fronteras.get(fila.placa_id)!;
    }
    if (fila.ts > board.ts) board.ts = fila.ts;
    if (fila.ts <= frontera) {
      plan.tardias.estados.push(fila);
      continue;
    }
    plan.nuevas.estados.push(fila);
    board.avanzar(fila, plan.transiciones);
  }
};
