import { SPAN_MS } from '../rollups/quarter.js';
import { Board } from './board.js';
import type { Rows, Transition } from './rows.js';
import { Span } from './span.js';

/** What {@link Writer} has to write for a batch, worked out in memory from the latest state of its boards. */
export interface BatchChanges {
  /** Certainly new rows: later than every earlier sample of their board. */
  nuevas: Rows;
  /** Roll-up increments of the new rows, sorted by key. */
  spans: Span[];
  /** Transitions of the new rows, sorted by key within a board's sample. */
  transiciones: Transition[];
  /** Rows that may already be stored or lie between stored ones: the database decides. */
  late: Rows;
  /** Boards of the batch, updated with the new rows. */
  boards: Board[];
}

/**
 * Splits sorted rows into new and late ones and computes the changes of the new ones. Modifies `boards`, which must hold every board
 * of the batch that the database knows.
 * @param allLate treat every row as late
 */
export const changesOf = (rows: Rows, boards: Map<number, Board>, allLate = false): BatchChanges => {
  const changes: BatchChanges = {
    nuevas: { lecturas: [], estados: [] },
    spans: [],
    transiciones: [],
    late: { lecturas: [], estados: [] },
    boards: [],
  };
  const boundaries = new Map<number, number>();
  const boardOf = (placa_id: number): Board => {
    let board = boards.get(placa_id);
    if (!board) boards.set(placa_id, (board = new Board(placa_id)));
    if (!boundaries.has(placa_id)) {
      boundaries.set(placa_id, allLate ? Infinity : board.ts);
      changes.boards.push(board);
    }
    return board;
  };
  lecturaChanges(rows, changes, boardOf, boundaries);
  estadoChanges(rows, changes, boardOf, boundaries);
  changes.boards.sort((a, b) => a.placa_id - b.placa_id);
  return changes;
};

type BoardOf = (placa_id: number) => Board;

const lecturaChanges = (rows: Rows, changes: BatchChanges, boardOf: BoardOf, boundaries: Map<number, number>): void => {
  let board: Board | undefined;
  let boundary = 0;
  let span: Span | undefined;
  for (const fila of rows.lecturas) {
    if (board?.placa_id !== fila.placa_id) {
      board = boardOf(fila.placa_id);
      boundary = boundaries.get(fila.placa_id)!;
    }
    board.addSensor(fila.pin);
    if (fila.ts > board.ts) board.ts = fila.ts;
    if (fila.ts <= boundary) {
      changes.late.lecturas.push(fila);
      continue;
    }
    changes.nuevas.lecturas.push(fila);
    const inicio = fila.ts - (fila.ts % SPAN_MS);
    if (span?.placa_id !== fila.placa_id || span.pin !== fila.pin || span.ts !== inicio) {
      span = new Span(fila.placa_id, fila.pin, inicio);
      changes.spans.push(span);
    }
    span.addUp(fila);
  }
};

const estadoChanges = (rows: Rows, changes: BatchChanges, boardOf: BoardOf, boundaries: Map<number, number>): void => {
  let board: Board | undefined;
  let boundary = 0;
  for (const fila of rows.estados) {
    if (board?.placa_id !== fila.placa_id) {
      board = boardOf(fila.placa_id);
      boundary = boundaries.get(fila.placa_id)!;
    }
    if (fila.ts > board.ts) board.ts = fila.ts;
    if (fila.ts <= boundary) {
      changes.late.estados.push(fila);
      continue;
    }
    changes.nuevas.estados.push(fila);
    board.advance(fila, changes.transiciones);
  }
};
