import { Outbox } from '@acequia/bus';
import type { ComandoEntity, CommandDetail, EstadoComando } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredComando, NewComando } from './comando.js';
import { tellOrder } from './order-events.js';
import { requireNotTurnedOff } from './person-off.sql.js';
import { IS_OPEN, returned, FILA, type Fila, readOne } from './row.js';

export interface Filter {
  /** null = every company. */
  empresa_id: number | null;
  entidad?: ComandoEntity;
  /** null = no filter by id. */
  ids?: readonly number[] | null;
  /** [desde, hasta), ms. */
  desde?: number | undefined;
  hasta?: number | undefined;
}

/** Stores each command once: a command that may have left is never sent again. All times are the database's, so instances agree on them. */
@Injectable()
export class LedgerRepository {
  constructor(
    private readonly db: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Writes a command down, unless the newest open command of the same device asks for the same and as long: then it answers that one, so
   * a double click makes one command.
   * @throws AppError `switch_en_reposo`, only with `no_apagado_desde`
   */
  async add(request: NewComando): Promise<{ comando: StoredComando; isNew: boolean }> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('comando.' || $1), $2)`, [
        request.entidad,
        request.entidad_id,
      ]);
      await requireNotTurnedOff(tx, request.entidad, request.entidad_id, request.no_apagado_desde);
      const [ultimo]: Fila[] = await tx.query(
        `SELECT ${FILA} FROM comandos WHERE entidad = $1 AND entidad_id = $2 AND ${IS_OPEN} ORDER BY comandos.id DESC LIMIT 1`,
        [request.entidad, request.entidad_id],
      );
      if (ultimo?.accion === request.accion && ultimo.max_s === request.max_s)
        return { comando: readOne(ultimo), isNew: false };
      const [fila]: Fila[] = await tx.query(
        `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, max_s, usuario_id, ip, navegador, vence_en, actor)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + $10 * interval '1 ms', $11) RETURNING ${FILA}`,
        [
          request.entidad,
          request.entidad_id,
          request.empresa_id,
          request.via,
          request.accion,
          request.max_s,
          request.usuario_id,
          request.ip.slice(0, 64),
          request.navegador.slice(0, 300),
          request.expiry_ms,
          request.actor ?? null,
        ],
      );
      const comando = readOne(fila as Fila);
      await tellOrder(this.outbox, tx, comando);
      return { comando, isNew: true };
    });
  }

  async get(id: string): Promise<StoredComando | null> {
    const [fila]: Fila[] = await this.db.query(`SELECT ${FILA} FROM comandos WHERE id = $1`, [id]);
    return fila ? readOne(fila) : null;
  }

  /** Open commands of one carrier, oldest first. */
  async opened(via: string): Promise<StoredComando[]> {
    const rows: Fila[] = await this.db.query(
      `SELECT ${FILA} FROM comandos WHERE via = $1 AND ${IS_OPEN} ORDER BY comandos.id`,
      [via],
    );
    return rows.map(readOne);
  }

  /** The newest open command of each id. */
  async openOnesOf(entidad: ComandoEntity, ids: readonly number[]): Promise<Map<number, StoredComando>> {
    const rows: Fila[] = await this.db.query(
      `SELECT DISTINCT ON (entidad_id) ${FILA} FROM comandos
       WHERE entidad = $1 AND entidad_id = ANY($2) AND ${IS_OPEN} ORDER BY entidad_id, comandos.id DESC`,
      [entidad, ids],
    );
    return new Map(rows.map((fila) => [fila.entidad_id, readOne(fila)]));
  }

  /** Carriers with open commands that no instance has handled for a while, because the one that did died. */
  async dropped(): Promise<string[]> {
    const rows: { via: string }[] = await this.db.query(
      `SELECT DISTINCT via FROM comandos WHERE ${IS_OPEN} AND entidad = 'dispositivo'
       AND coalesce(releer_en, pedido_en) < clock_timestamp() - interval '3 s'`,
    );
    return rows.map(({ via }) => via);
  }

  /**
   * Takes the oldest command to send; a device's next command waits until the previous one has ended. The command counts as sent from now
   * on, so after a crash it is read back and not repeated.
   */
  async take(via: string, reread_ms: number): Promise<StoredComando | null> {
    const [fila] = returned(
      await this.db.query(
        `UPDATE comandos SET estado = 'enviado', enviado_en = clock_timestamp(), intentos = intentos + 1, detalle = NULL, detalle_datos = NULL,
           releer_en = clock_timestamp() + $2 * interval '1 ms'
         WHERE id = (
           SELECT c.id FROM comandos c WHERE c.via = $1 AND c.estado = 'solicitado' AND c.vence_en > clock_timestamp()
             AND NOT EXISTS (SELECT FROM comandos o WHERE o.via = c.via AND o.${IS_OPEN}
               AND o.entidad = c.entidad AND o.entidad_id = c.entidad_id AND o.id < c.id)
           ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${FILA}`,
        [via, reread_ms],
      ),
    );
    return fila ?? null;
  }

  async aceptado(id: string, reread_ms: number): Promise<StoredComando | null> {
    return this.change(
      `aceptado_en = clock_timestamp(), releer_en = clock_timestamp() + $2 * interval '1 ms'`,
      `estado = 'enviado'`,
      [id, reread_ms],
    );
  }

  /** Records that the device may have acted; only a read-back can tell. */
  async doubtful(id: string, detalle: CommandDetail, reread_ms: number): Promise<StoredComando | null> {
    return this.change(
      `detalle_datos = $3, releer_en = clock_timestamp() + $2 * interval '1 ms'`,
      `estado = 'enviado'`,
      [id, reread_ms, detalle],
    );
  }

  /** Records that the device certainly did not act; the command may be sent again. */
  async giveBack(id: string, detalle: CommandDetail | null): Promise<StoredComando | null> {
    return this.change(
      `estado = 'solicitado', enviado_en = NULL, releer_en = NULL, detalle = NULL, detalle_datos = $2`,
      `estado = 'enviado'`,
      [id, detalle],
    );
  }

  async reread(id: string, en_ms: number): Promise<void> {
    await this.change(`releer_en = clock_timestamp() + $2 * interval '1 ms'`, `estado = 'enviado'`, [id, en_ms]);
  }

  /** Answers null when the command had already ended. */
  async resolver(id: string, estado: EstadoComando, detalle: CommandDetail | null): Promise<StoredComando | null> {
    return this.change(
      `estado = $2, detalle_datos = coalesce($3, detalle_datos), resuelto_en = clock_timestamp()`,
      IS_OPEN,
      [id, estado, detalle],
    );
  }

  async expire(via: string): Promise<StoredComando[]> {
    return returned(
      await this.db.query(
        `UPDATE comandos SET estado = 'vencido', resuelto_en = clock_timestamp()
         WHERE via = $1 AND estado = 'solicitado' AND vence_en <= clock_timestamp() RETURNING ${FILA}`,
        [via],
      ),
    );
  }

  /** Lists commands, newest first. */
  async list({ empresa_id, entidad, ids, desde, hasta }: Filter, limit: number): Promise<StoredComando[]> {
    const rows: Fila[] = await this.db.query(
      `SELECT ${FILA} FROM comandos WHERE ($1::int IS NULL OR empresa_id = $1) AND ($2::text IS NULL OR entidad = $2)
         AND ($3::int[] IS NULL OR entidad_id = ANY($3)) AND ($5::float8 IS NULL OR pedido_en >= to_timestamp($5::float8 / 1000))
         AND ($6::float8 IS NULL OR pedido_en < to_timestamp($6::float8 / 1000))
       ORDER BY comandos.id DESC LIMIT $4`,
      [empresa_id, entidad ?? null, ids ?? null, limit, desde ?? null, hasta ?? null],
    );
    return rows.map(readOne);
  }

  private async change(set: string, only: string, params: unknown[]): Promise<StoredComando | null> {
    const answer: unknown = await this.db.query(
      `UPDATE comandos SET ${set} WHERE id = $1 AND ${only} RETURNING ${FILA}`,
      params,
    );
    return returned(answer)[0] ?? null;
  }
}
