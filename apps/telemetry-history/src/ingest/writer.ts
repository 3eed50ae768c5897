import type pg from 'pg';
import { saveMediciones } from './energia-writer.js';
import { saveValores } from './valores-writer.js';
import { INSERT_LATE_LECTURAS, ADD_UP_SPANS } from '../rollups/rollups.sql.js';
import { column } from './binary-arrays.js';
import { Board, type EstadoActualRow } from './board.js';
import type { IngestConnection } from './ingest-connection.js';
import * as columns from './columns.js';
import { windowsOf } from './late-windows.js';
import { changesOf, type BatchChanges } from './batch-changes.js';
import { type Estado, type Rows, split } from './rows.js';
import * as sql from './statements.js';
import { BEGIN_BESIDE_SHARDS, type ShardLock, shardOfAll, lockAll, lockShard } from './shard-lock.js';

/** Maximum number of boards in memory; beyond it all are dropped and read again when they next send. */
const MAX_BOARDS = 100_000;

export interface Stored {
  nuevas: number;
  late: number;
}

/** After {@link Keeper}, the last step: takes the lock and writes rows, roll-ups, transitions and the boards' latest state in one transaction. */
export class Writer {
  private readonly boards = new Map<number, Board>();
  /** The lock after which `boards` was correct. */
  private lock: ShardLock | undefined;
  /** The connection that read `boards`: a new one may lead to a standby that was promoted and lacks the last locks. */
  private reader: pg.Client | undefined;

  /** @param shards into how many shards the readings are divided */
  constructor(
    private readonly connection: IngestConnection,
    private readonly shards = 1,
  ) {}

  /**
   * Stores rows that are sorted by key, each key once. The result is exact whatever is already stored and with concurrent writers.
   * @param allLate treat every row as late, even if it is later than `estado_actual`
   * @param stopped once aborted, no transaction begins any more
   */
  async save(batchRows: Rows, allLate = false, stopped?: AbortSignal): Promise<Stored> {
    try {
      const stored = await this.lockingShard(batchRows, allLate, stopped);
      return stored ?? (await this.lockingAll(batchRows, allLate, stopped));
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  forget(): void {
    this.boards.clear();
    this.lock = undefined;
  }

  /** Null = refused, or the rows belong to several shards. */
  private async lockingShard(batchRows: Rows, allLate: boolean, stopped?: AbortSignal): Promise<Stored | null> {
    const shard = shardOfAll(batchRows, this.shards);
    if (shard === null) return null;
    return this.connection.transaction(
      async (client) => {
        const lock = await lockShard(client, shard, this.shards);
        if (!lock) return null;
        // The lock admits one writer of the shard at a time, so the boards that it read stay correct until it commits.
        const { shard: before, numero, ofAll } = this.lock ?? {};
        const follows = before === shard && numero === lock.numero - 1 && ofAll === lock.ofAll;
        if (!follows || this.reader !== client || this.boards.size > MAX_BOARDS) this.boards.clear();
        this.lock = lock;
        this.reader = client;
        return this.write(client, batchRows, allLate);
      },
      { begin: BEGIN_BESIDE_SHARDS, stopped },
    );
  }

  private async lockingAll(batchRows: Rows, allLate: boolean, stopped?: AbortSignal): Promise<Stored> {
    this.forget();
    const stored = await this.connection.transaction(
      async (client) => {
        await lockAll(client, this.shards);
        return this.write(client, batchRows, allLate);
      },
      { stopped },
    );
    this.forget();
    return stored;
  }

  private async write(client: pg.Client, batchRows: Rows, allLate: boolean): Promise<Stored> {
    await this.readBoards(client, batchRows);
    const changes = changesOf(batchRows, this.boards, allLate);
    await this.saveNew(client, changes);
    await this.saveLate(client, changes.late);
    if (changes.boards.length > 0)
      await run(client, 'actuales', sql.SAVE_CURRENT_ONES, columns.ofBoards(changes.boards));
    const { mediciones = [], valores = [] } = batchRows;
    const measures = (await saveMediciones(client, mediciones)) + (await saveValores(client, valores));
    return {
      nuevas: changes.nuevas.lecturas.length + changes.nuevas.estados.length + measures,
      late: changes.late.lecturas.length + changes.late.estados.length + mediciones.length + valores.length - measures,
    };
  }

  private async readBoards(client: pg.Client, { lecturas, estados }: Rows): Promise<void> {
    const missing = new Set<number>();
    for (const { placa_id } of lecturas) if (!this.boards.has(placa_id)) missing.add(placa_id);
    for (const { placa_id } of estados) if (!this.boards.has(placa_id)) missing.add(placa_id);
    if (missing.size === 0) return;
    const { rows } = await run<EstadoActualRow>(client, 'leer_actuales', sql.READ_CURRENT_ONES, [
      column('int4', [...missing], (placa_id) => placa_id),
    ]);
    for (const row of rows) this.boards.set(row.placa_id, Board.fromRow(row));
  }

  private async saveNew(client: pg.Client, { nuevas, spans, transiciones }: BatchChanges): Promise<void> {
    if (nuevas.lecturas.length > 0) {
      await run(client, 'lecturas', sql.INSERT_LECTURAS, columns.ofLecturas(nuevas.lecturas));
      await run(client, 'tramos', ADD_UP_SPANS, columns.ofSpans(spans));
    }
    if (nuevas.estados.length > 0) {
      await run(client, 'estados', sql.INSERT_ESTADOS, columns.ofEstados(nuevas.estados));
    }
    if (transiciones.length > 0) {
      await run(client, 'transiciones', sql.INSERT_TRANSITIONS, columns.ofTransitions(transiciones));
    }
  }

  private async saveLate(client: pg.Client, { lecturas, estados }: Rows): Promise<void> {
    if (lecturas.length > 0) {
      await run(client, 'lecturas_tardias', INSERT_LATE_LECTURAS, columns.ofLecturas(lecturas));
    }
    if (estados.length === 0) return;
    const { rows } = await run<EstadoRow>(
      client,
      'estados_tardios',
      sql.INSERT_LATE_ESTADOS,
      columns.ofEstados(estados),
    );
    if (rows.length === 0) return;
    const saved = rows.map(toEstado);
    for (const estado of saved) this.boards.get(estado.placa_id)?.remember(estado);
    const ventanas = windowsOf(saved, this.boards);
    await run(client, 'corregir', sql.CORRECT_TRANSITIONS, columns.ofWindows(ventanas));
  }
}

interface EstadoRow {
  placa_id: number;
  ts: Date;
  encendidos: string;
  apagados: string;
}

const toEstado = ({ placa_id, ts, encendidos, apagados }: EstadoRow): Estado => {
  const on = split(Number(encendidos));
  const off = split(Number(apagados));
  return { placa_id, ts: ts.getTime(), on_lo: on.lo, on_hi: on.hi, off_lo: off.lo, off_hi: off.hi };
};

/** Prepared once per connection. */
const run = <Row extends pg.QueryResultRow>(
  client: pg.Client,
  name: string,
  text: string,
  values: Buffer[],
): Promise<pg.QueryResult<Row>> => client.query<Row>({ name, text, values });
