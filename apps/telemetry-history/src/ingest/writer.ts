import type pg from 'pg';
import { guardarMediciones } from '../energia/energia-writer.js';
import { INSERTAR_LECTURAS_TARDIAS, SUMAR_TRAMOS } from '../rollups/rollups.sql.js';
import { column } from './binary-arrays.js';
import { Board, type EstadoActualRow } from './board.js';
import type { IngestConnection } from './ingest-connection.js';
import * as columnas from './columns.js';
import { ventanasDe } from './late.js';
import { planear, type Plan } from './plan.js';
import { type Estado, type Filas, partir } from './rows.js';
import * as sql from './statements.js';

/** Boards kept in memory; beyond it all are read again when they next speak. */
const MAX_BOARDS = 100_000;

export interface Guardado {
  nuevas: number;
  tardias: number;
}

/** Writes batches to Postgres: rows, roll-ups, transitions and the boards' newest state in one transaction. */
export class Writer {
  private readonly boards = new Map<number, Board>();
  /** The turn after which `boards` was true; −1: it is not. */
  private turno = -1;

  constructor(private readonly connection: IngestConnection) {}

  /**
   * Stores rows that are sorted by key, each key once. Exact whatever is stored already, and whoever else writes.
   * @param todasTardias take no row for new because it is later than what `estado_actual` says
   */
  async guardar(filas: Filas, todasTardias = false): Promise<Guardado> {
    try {
      return await this.connection.transaction((client) => this.enTurno(client, filas, todasTardias));
    } catch (error) {
      this.olvidar();
      throw error;
    }
  }

  olvidar(): void {
    this.boards.clear();
    this.turno = -1;
  }

  private async enTurno(client: pg.Client, filas: Filas, todasTardias: boolean): Promise<Guardado> {
    // One writer at a time: what it knows of the boards it touches then stays true until it commits.
    const { rows } = await client.query<{ numero: string }>('UPDATE turno SET numero = numero + 1 RETURNING numero');
    const numero = Number(rows[0]?.numero);
    if (this.turno !== numero - 1 || this.boards.size > MAX_BOARDS) this.boards.clear();
    this.turno = numero;
    await this.leerBoards(client, filas);
    const plan = planear(filas, this.boards, todasTardias);
    await this.guardarNuevas(client, plan);
    await this.guardarTardias(client, plan.tardias);
    if (plan.boards.length > 0) await run(client, 'actuales', sql.GUARDAR_ACTUALES, columnas.deBoards(plan.boards));
    const mediciones = filas.mediciones ?? [];
    const medidas = await guardarMediciones(client, mediciones);
    return {
      nuevas: plan.nuevas.lecturas.length + plan.nuevas.estados.length + medidas,
      tardias: plan.tardias.lecturas.length + plan.tardias.estados.length + mediciones.length - medidas,
    };
  }

  private async leerBoards(client: pg.Client, { lecturas, estados }: Filas): Promise<void> {
    const faltan = new Set<number>();
    for (const { placa_id } of lecturas) if (!this.boards.has(placa_id)) faltan.add(placa_id);
    for (const { placa_id } of estados) if (!this.boards.has(placa_id)) faltan.add(placa_id);
    if (faltan.size === 0) return;
    const { rows } = await run<EstadoActualRow>(client, 'leer_actuales', sql.LEER_ACTUALES, [
      column('int4', [...faltan], (placa_id) => placa_id),
    ]);
    for (const row of rows) this.boards.set(row.placa_id, Board.fromRow(row));
  }

  private async guardarNuevas(client: pg.Client, { nuevas, tramos, transiciones }: Plan): Promise<void> {
    if (nuevas.lecturas.length > 0) {
      await run(client, 'lecturas', sql.INSERTAR_LECTURAS, columnas.deLecturas(nuevas.lecturas));
      await run(client, 'tramos', SUMAR_TRAMOS, columnas.deTramos(tramos));
    }
    if (nuevas.estados.length > 0) {
      await run(client, 'estados', sql.INSERTAR_ESTADOS, columnas.deEstados(nuevas.estados));
    }
    if (transiciones.length > 0) {
      await run(client, 'transiciones', sql.INSERTAR_TRANSICIONES, columnas.deTransiciones(transiciones));
    }
  }

  private async guardarTardias(client: pg.Client, { lecturas, estados }: Filas): Promise<void> {
    if (lecturas.length > 0) {
      await run(client, 'lecturas_tardias', INSERTAR_LECTURAS_TARDIAS, columnas.deLecturas(lecturas));
    }
    if (estados.length === 0) return;
    const { rows } = await run<EstadoRow>(
      client,
      'estados_tardios',
      sql.INSERTAR_ESTADOS_TARDIOS,
      columnas.deEstados(estados),
    );
    if (rows.length === 0) return;
    const guardados = rows.map(aEstado);
    for (const estado of guardados) this.boards.get(estado.placa_id)?.recordar(estado);
    const ventanas = ventanasDe(guardados, this.boards);
    await run(client, 'corregir', sql.CORREGIR_TRANSICIONES, columnas.deVentanas(ventanas));
  }
}

interface EstadoRow {
  placa_id: number;
  ts: Date;
  encendidos: string;
  apagados: string;
}

const aEstado = ({ placa_id, ts, encendidos, apagados }: EstadoRow): Estado => {
  const on = partir(Number(encendidos));
  const off = partir(Number(apagados));
  return { placa_id, ts: ts.getTime(), on_lo: on.lo, on_hi: on.hi, off_lo: off.lo, off_hi: off.hi };
};

/** Prepared once per connection. */
const run = <Row extends pg.QueryResultRow>(
  client: pg.Client,
  name: string,
  text: string,
  values: Buffer[],
): Promise<pg.QueryResult<Row>> => client.query<Row>({ name, text, values });
