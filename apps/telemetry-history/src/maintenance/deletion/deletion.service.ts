import { JobQueues } from '@acequia/bus';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { LEVELS } from '../partitions/levels.js';

/** Rows per transaction; a pause between transactions lets ingest continue. */
const BATCH = 5_000;
const BREATHER_MS = 50;
/** Delay of the job, ms, so that the event's transaction commits first. */
const WAIT_MS = 2_000;
/** How long a deleted company is remembered: data of it still in transit arrives within this time. */
const REMEMBERED_FOR = '30 days';

/** Condition on rows `r`: measured while the device belonged to the deleted company ($1). */
const DE_SUS_DISPOSITIVOS = `EXISTS (
  SELECT FROM tenencias t JOIN empresas e ON e.id = t.empresa_id
   WHERE t.empresa_id = $1 AND e.eliminada_en IS NOT NULL
     AND t.dispositivo_id = r.dispositivo_id AND r.ts >= t.desde AND r.ts < t.hasta)`;

/** Condition on rows `r`: of a point of the deleted company ($1). */
const DE_SUS_PUNTOS = `EXISTS (
  SELECT FROM puntos q JOIN empresas e ON e.id = q.empresa_id
   WHERE q.empresa_id = $1 AND e.eliminada_en IS NOT NULL AND q.id = r.punto_id)`;

/** Deletes the telemetry of deleted companies in small batches; may stop and resume anywhere. */
@Injectable()
export class DeletionService implements BeforeApplicationShutdown {
  private stopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /** Queues the deletion in the background. If the job is lost, {@link review} queues it again. */
  async enqueue(empresa_id: number): Promise<void> {
    await this.jobs.add('telemetria.borrar_empresa', { empresa_id }, { delay_ms: WAIT_MS });
  }

  /** Finds deleted companies with data left or newly arrived; forgets those deleted long ago. */
  async review(): Promise<void> {
    const pending: { id: number }[] = await this.dataSource.query(
      `SELECT id FROM empresas e WHERE eliminada_en IS NOT NULL AND (
         EXISTS (SELECT FROM placas p JOIN estado_actual USING (placa_id) WHERE p.empresa_id = e.id)
         OR EXISTS (SELECT FROM switches WHERE empresa_id = e.id)
         OR EXISTS (SELECT FROM dispositivos WHERE empresa_id = e.id)
         OR EXISTS (SELECT FROM puntos q JOIN valores_15m v ON v.punto_id = q.id WHERE q.empresa_id = e.id)
         OR EXISTS (SELECT FROM tenencias t JOIN mediciones_15m m USING (dispositivo_id)
                     WHERE t.empresa_id = e.id AND m.ts >= t.desde AND m.ts < t.hasta))`,
    );
    for (const { id } of pending) await this.enqueue(id);
    const expired = `(SELECT id FROM empresas WHERE eliminada_en < now() - interval '${REMEMBERED_FOR}')`;
    await this.dataSource.query(`DELETE FROM placas WHERE empresa_id IN ${expired}`);
    await this.dataSource.query(`DELETE FROM puntos WHERE empresa_id IN ${expired}`);
    await this.dataSource.query(`DELETE FROM tenencias WHERE empresa_id IN ${expired}`);
    await this.dataSource.query(`DELETE FROM empresas WHERE id IN ${expired}`);
  }

  /** @throws when the process stops before the end, so that the job is tried again. */
  async eraseEmpresa(empresa_id: number): Promise<void> {
    const placas: { placa_id: number }[] = await this.dataSource.query(
      `SELECT placa_id FROM placas JOIN empresas e ON e.id = empresa_id
        WHERE empresa_id = $1 AND e.eliminada_en IS NOT NULL ORDER BY 1`,
      [empresa_id],
    );
    const ids = placas.map(({ placa_id }) => placa_id);
    let rows = 0;
    for (const { tabla, clave } of LEVELS) {
      for (const particion of await this.particiones(tabla))
        rows += await (clave === 'placa_id'
          ? this.emptyOut(particion, 'placa_id = ANY ($1::integer[])', ids)
          : this.emptyOut(particion, clave === 'punto_id' ? DE_SUS_PUNTOS : DE_SUS_DISPOSITIVOS, empresa_id));
    }
    await this.dataSource.transaction((tx) => this.deleteRest(tx, empresa_id, ids));
    this.logger.info({ empresa_id, placas: ids.length, rows }, 'Telemetry of a deleted company removed');
  }

  private async particiones(tabla: string): Promise<string[]> {
    const rows: { particion: string }[] = await this.dataSource.query(
      'SELECT inhrelid::regclass::text AS particion FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
      [tabla],
    );
    return rows.map(({ particion }) => particion);
  }

  private async emptyOut(particion: string, which: string, valor: unknown): Promise<number> {
    for (let total = 0; ;) {
      if (this.stopping) throw new Error('Stopped before the telemetry of a company was removed');
      const [{ deleted }]: [{ deleted: string }] = await this.dataSource.query(
        `WITH deleted AS (
           DELETE FROM ${particion} WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM ${particion} r WHERE ${which} LIMIT ${BATCH})) RETURNING 1
         ) SELECT count(*) AS deleted FROM deleted`,
        [valor],
      );
      total += Number(deleted);
      if (Number(deleted) < BATCH) return total;
      await pause(BREATHER_MS);
    }
  }

  /** Deletes rows that arrived meanwhile, holding ingest's lock for all boards; then removes the company's wiring, switches and devices. */
  private async deleteRest(tx: EntityManager, empresa_id: number, placas: number[]): Promise<void> {
    await tx.query('UPDATE turno SET numero = numero + 1');
    for (const { tabla, clave } of [...LEVELS, { tabla: 'estado_actual', clave: 'placa_id' }]) {
      if (clave === 'placa_id') await tx.query(`DELETE FROM ${tabla} WHERE placa_id = ANY ($1::integer[])`, [placas]);
      else
        await tx.query(`DELETE FROM ${tabla} r WHERE ${clave === 'punto_id' ? DE_SUS_PUNTOS : DE_SUS_DISPOSITIVOS}`, [
          empresa_id,
        ]);
    }
    for (const tabla of ['cableado', 'switches', 'dispositivos']) {
      await tx.query(
        `DELETE FROM ${tabla} WHERE empresa_id = $1
            AND EXISTS (SELECT FROM empresas WHERE id = $1 AND eliminada_en IS NOT NULL)`,
        [empresa_id],
      );
    }
  }
}
