import {
  type ComandoAction,
  COMANDO_GRACE_MS,
  COMANDO_EXPIRY_MS,
  refused,
  SAME_WISH_MS,
  type TurnOnRefusal,
} from '@acequia/contracts';
import { Outbox } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StoredComando } from '../ledger/comando.js';
import { tellOrder } from '../ledger/order-events.js';
import { lastByPerson, requireNotTurnedOff } from '../ledger/person-off.sql.js';
import { IS_OPEN, returned, FILA, type Fila, readOne } from '../ledger/row.js';
import { keptByService, requireUnprotected } from '../../plans/protections.repository.js';
import { bloqueoOf, lockSwitches, requireFree, withdraw } from '../lockouts/bloqueos.sql.js';
import { IN_DOUBT_MS, type Decision } from './command-decision.js';
import { secondsFor } from './hold.sql.js';
import { asKeyUsed, commandWithKey, rememberKey } from './order-keys.sql.js';
import { sameRefusal } from './same-refusal.sql.js';
import { type ComandoASwitch, type Noted, type Revision, viaOf } from './switch-order.js';

/** Longest time that a command waits for another command; the other command has ended by that time. */
const WAIT_MS = COMANDO_EXPIRY_MS + COMANDO_GRACE_MS + 5_000;
/** The commands it waits for have ended, and if they were confirmed, the waiting time after them has passed. */
const MAY_LEAVE = `(c.espera_a IS NULL OR NOT EXISTS (SELECT FROM comandos o WHERE o.id = ANY(c.espera_a) AND (o.${IS_OPEN}
  OR (o.estado = 'confirmado' AND o.resuelto_en + c.espera_s * interval '1 s' > clock_timestamp()))))`;
const SENT_ON = "AND accion = 'on' AND enviado_en IS NOT NULL AND estado NOT IN ('rechazado', 'vencido')";

/** Commands to switches in the ledger. All times are the database's, so instances agree on them. */
@Injectable()
export class SwitchLedgerRepository {
  constructor(
    private readonly db: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Writes a command down. A repeated key, or the same order within a second or while the first is still open, answers the first command;
   * the first command then has the key of either request. Commands with another order that have not left yet are ended.
   * @param inspect what the interlock groups say of the command, asked first in the transaction; where there are any, it takes their company's lock
   * @throws AppError `switch_bloqueado` for ON while the switch is locked out, `switch_protegido` while a protection keeps it off, `switch_en_reposo` for ON too soon after an OFF, or a
   *   service's ON after a person's OFF of which it did not know (`no_apagado_desde`), `datos_invalidos` when the key named another command
   */
  async add(request: ComandoASwitch, inspect?: (tx: EntityManager) => Promise<Revision | null>): Promise<Noted> {
    try {
      return await this.db.transaction(async (tx) => this.note(tx, request, (await inspect?.(tx)) ?? null));
    } catch (error) {
      throw asKeyUsed(error);
    }
  }

  /**
   * Writes down, in the system's name, the ONs about which nothing is to be decided: their switches are not locked out, are in no interlock
   * group, and have no order that is open or of this moment, nor a person's newer OFF. Answers the written ones; the others take the way of {@link add}.
   */
  async addFree(requests: readonly ComandoASwitch[]): Promise<StoredComando[]> {
    const orders = requests.map(({ placa_id, ...order }) => ({ ...order, board: viaOf(placa_id) }));
    return this.db.transaction(async (tx) => {
      await lockSwitches(tx, ...requests.map(({ switch_id }) => switch_id));
      const rows: Fila[] = await tx.query(
        `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, pin, max_s, motivo_datos, ip, navegador, vence_en)
         SELECT 'switch', o.switch_id, o.empresa_id, o.board, 'on', o.pin, o.max_s, o.motivo, '', '', clock_timestamp() + $2 * interval '1 ms'
         FROM jsonb_to_recordset($1::jsonb) AS o (switch_id integer, empresa_id integer, board text, pin smallint, max_s integer, motivo jsonb,
           no_apagado_desde bigint)
         WHERE NOT EXISTS (SELECT FROM bloqueos b WHERE b.switch_id = o.switch_id) AND NOT ${keptByService('o')}
           AND NOT EXISTS (SELECT FROM enclavamientos e
             WHERE e.empresa_id = o.empresa_id AND (o.switch_id = ANY(e.switches) OR e.bomba_id = o.switch_id))
           AND NOT EXISTS (SELECT FROM comandos c WHERE c.entidad = 'switch' AND c.entidad_id = o.switch_id AND c.${IS_OPEN})
           AND (SELECT c.pedido_en > clock_timestamp() - $3 * interval '1 ms' FROM comandos c
             WHERE c.entidad = 'switch' AND c.entidad_id = o.switch_id ORDER BY c.id DESC LIMIT 1) IS NOT TRUE
           AND ${lastByPerson(`'switch'`, 'o.switch_id', 'o.no_apagado_desde')} IS DISTINCT FROM 'off'
         RETURNING ${FILA}`,
        [JSON.stringify(orders), COMANDO_EXPIRY_MS, SAME_WISH_MS],
      );
      return rows.map(readOne);
    });
  }

  /** Takes the oldest command of each board that may still leave. A command counts as sent from now on, and is never sent again. */
  async take(placas: readonly number[]): Promise<StoredComando[]> {
    return returned(
      await this.db.query(
        `WITH next AS (SELECT oldest.id AS taken FROM unnest($1::text[]) AS v (board) CROSS JOIN LATERAL (
           SELECT c.id FROM comandos c WHERE c.via = v.board AND c.estado = 'solicitado'
             AND c.vence_en > clock_timestamp() AND ${MAY_LEAVE} ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED) AS oldest)
         UPDATE comandos SET estado = 'enviado', enviado_en = clock_timestamp(), intentos = intentos + 1, detalle = NULL, detalle_datos = NULL,
           vence_en = least(vence_en, clock_timestamp() + $2 * interval '1 ms')
         FROM next WHERE comandos.id = next.taken RETURNING ${FILA}`,
        [placas.map(viaOf), COMANDO_EXPIRY_MS],
      ),
    );
  }

  /** All commands that have not ended yet, oldest first. */
  async pending(): Promise<StoredComando[]> {
    const rows: Fila[] = await this.db.query(
      `SELECT ${FILA} FROM comandos WHERE entidad = 'switch' AND ${IS_OPEN}
       UNION ALL
       SELECT ${FILA} FROM comandos WHERE entidad = 'switch' AND estado = 'sin_respuesta'
         AND pedido_en > clock_timestamp() - $1 * interval '1 ms'`,
      [IN_DOUBT_MS],
    );
    return rows.map(readOne).sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  }

  /** The command that a board answers; null when the command was not this board's. */
  async ofAnswer(placa_id: number, comando_id: string): Promise<StoredComando | null> {
    if (!UUID.test(comando_id)) return null;
    const [fila]: Fila[] = await this.db.query(`SELECT ${FILA} FROM comandos WHERE comando_id = $1 AND via = $2`, [
      comando_id,
      viaOf(placa_id),
    ]);
    return fila ? readOne(fila) : null;
  }

  /** The newest command of each switch, of those ordered in the last `en_ms` ms; `sentOn`: its newest ON that left and was not refused. */
  async latest(switches: readonly number[], en_ms: number, sentOn = false): Promise<Map<number, StoredComando>> {
    if (switches.length === 0) return new Map();
    const rows: Fila[] = await this.db.query(
      `SELECT DISTINCT ON (entidad_id) ${FILA} FROM comandos WHERE entidad = 'switch' AND entidad_id = ANY($1)
         AND pedido_en > clock_timestamp() - $2 * interval '1 ms' ${sentOn ? SENT_ON : ''}
       ORDER BY entidad_id, comandos.id DESC`,
      [switches, en_ms],
    );
    return new Map(rows.map((fila) => [fila.entidad_id, readOne(fila)]));
  }

  /** The newest ON and the newest OFF of each switch, of those ordered in the last `en_ms` ms. */
  async newestOfEach(
    switches: readonly number[],
    en_ms: number,
  ): Promise<Map<number, Partial<Record<ComandoAction, StoredComando>>>> {
    const found = new Map<number, Partial<Record<ComandoAction, StoredComando>>>();
    if (switches.length === 0) return found;
    const rows: Fila[] = await this.db.query(
      `SELECT DISTINCT ON (entidad_id, accion) ${FILA} FROM comandos WHERE entidad = 'switch' AND entidad_id = ANY($1)
         AND pedido_en > clock_timestamp() - $2 * interval '1 ms' ORDER BY entidad_id, accion, comandos.id DESC`,
      [switches, en_ms],
    );
    for (const fila of rows)
      found.set(fila.entidad_id, { ...found.get(fila.entidad_id), [fila.accion]: readOne(fila) });
    return found;
  }

  /** Answers null when the command is no longer in the state it was decided in. */
  async settle(comando: StoredComando, { estado, detalle }: Decision): Promise<StoredComando | null> {
    const answer: unknown = await this.db.query(
      `UPDATE comandos SET estado = $2, detalle = NULL, detalle_datos = $3, resuelto_en = clock_timestamp() WHERE id = $1 AND estado = $4
       RETURNING ${FILA}`,
      [comando.id, estado, detalle, comando.estado],
    );
    return returned(answer)[0] ?? null;
  }

  private async note(tx: EntityManager, request: ComandoASwitch, revision: Revision | null): Promise<Noted> {
    await lockSwitches(tx, request.switch_id);
    const sameKey = await commandWithKey(tx, request);
    if (!sameKey && request.accion === 'on') {
      requireFree(await bloqueoOf(tx, request.switch_id));
      await requireUnprotected(tx, request.switch_id);
    }
    await requireNotTurnedOff(tx, 'switch', request.switch_id, request.no_apagado_desde);
    const previous = sameKey ?? (await this.sameWish(tx, request));
    if (previous) return { comando: previous, isNew: false, withdrawn: [], before: [], wait: false };
    await this.requireRested(tx, request, revision);
    // The refused command keeps no key, so a request with the same key is checked again.
    if (revision !== null && revision.refusal !== null) {
      const same = await sameRefusal(tx, request, revision.refusal);
      const comando = same ?? (await this.reject(tx, request, revision.refusal));
      return { comando, isNew: same === null, withdrawn: [], before: [], wait: false };
    }
    const withdrawn = await withdraw(tx, request.switch_id, 'vencido', { codigo: 'reemplazado' });
    const before: StoredComando[] = [];
    for (const orden of revision?.before ?? []) {
      const anotado = await this.note(tx, orden, null);
      before.push(anotado.comando);
      withdrawn.push(...anotado.withdrawn);
    }
    const espera_a = [...(revision?.waitsFor ?? []), ...before.map(({ id }) => id)];
    const comando = await this.insert(tx, request, espera_a, revision?.wait_s ?? 0);
    return { comando, isNew: true, withdrawn, before, wait: espera_a.length > 0 };
  }

  private async reject(tx: EntityManager, request: ComandoASwitch, refusal: TurnOnRefusal): Promise<StoredComando> {
    const { id } = await this.insert(tx, { ...request, clave: null }, [], 0);
    const answer: unknown = await tx.query(
      `UPDATE comandos SET estado = 'rechazado', detalle_datos = $2, resuelto_en = clock_timestamp() WHERE id = $1 RETURNING ${FILA}`,
      [id, refusal],
    );
    return returned(answer)[0] as StoredComando;
  }

  /** The newest command, if it is the same order of a moment ago; otherwise the newest that may still act, if it is the same. */
  private async sameWish(tx: EntityManager, request: ComandoASwitch): Promise<StoredComando | null> {
    const rows: (Fila & { counts: boolean })[] = await tx.query(
      // A command that was refused here is checked again: the obstacle may be gone.
      `(SELECT ${FILA}, pedido_en > clock_timestamp() - $2 * interval '1 ms' AND (estado <> 'rechazado' OR enviado_en IS NOT NULL) AS counts FROM comandos
        WHERE entidad = 'switch' AND entidad_id = $1 ORDER BY comandos.id DESC LIMIT 1)
       UNION ALL
       -- An open OFF that was sent before an ON is not the OFF that is asked for now.
       (SELECT ${FILA}, ${IS_OPEN} AND vence_en > clock_timestamp() AS counts FROM comandos
        WHERE entidad = 'switch' AND entidad_id = $1 AND estado NOT IN ('rechazado', 'vencido') ORDER BY comandos.id DESC LIMIT 1)`,
      [request.switch_id, SAME_WISH_MS],
    );
    const found = rows.find(
      ({ counts, accion, max_s }) =>
        counts && accion === request.accion && (request.accion === 'off' || max_s === request.max_s),
    );
    if (!found) return null;
    const { counts: _, ...fila } = found;
    // A refused command keeps no key, so a request with the same key is checked again.
    if (fila.estado !== 'rechazado') await rememberKey(tx, request, fila.id);
    return readOne(fila);
  }

  /** An OFF needs no rest. @throws AppError `switch_en_reposo` */
  private async requireRested(tx: EntityManager, request: ComandoASwitch, revision: Revision | null): Promise<void> {
    if (request.accion === 'off' || !revision?.restLeft) return;
    const [sent]: { ts: string | null }[] = await tx.query(
      `SELECT (extract(epoch FROM max(enviado_en)) * 1000)::bigint AS ts FROM comandos
       WHERE entidad = 'switch' AND entidad_id = $1 AND accion = 'off' AND enviado_en > clock_timestamp() - interval '1 hour'
         AND estado NOT IN ('rechazado', 'vencido')`,
      [request.switch_id],
    );
    const left_s = revision.restLeft(sent?.ts ? Number(sent.ts) : null);
    if (left_s === 0) return;
    throw refused('switch_en_reposo', { codigo: 'en_reposo', segundos: left_s }, { wait_s: left_s });
  }

  /** `espera_a`: the commands that must end first; `espera_s`: the seconds to wait after them. */
  private async insert(
    tx: EntityManager,
    request: ComandoASwitch,
    espera_a: readonly string[],
    espera_s: number,
  ): Promise<StoredComando> {
    const wait = espera_a.length > 0;
    const expiry_ms = request.expiry_ms + (wait ? WAIT_MS + espera_s * 1_000 : 0);
    const [fila]: Fila[] = await tx.query(
      `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, pin, max_s, usuario_id, ip, navegador, motivo_datos, vence_en,
         espera_a, espera_s, detalle_datos, actor)
       VALUES ('switch', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + $11 * interval '1 ms', $12, $13, $14, $15)
       RETURNING ${FILA}`,
      [
        request.switch_id,
        request.empresa_id,
        viaOf(request.placa_id),
        request.accion,
        request.pin,
        await secondsFor(tx, request),
        request.usuario_id,
        request.ip.slice(0, 64),
        request.navegador.slice(0, 300),
        request.motivo ?? null,
        expiry_ms,
        wait ? espera_a : null,
        wait ? espera_s : null,
        wait ? { codigo: 'espera_bomba', segundos: espera_s } : null,
        request.actor ?? null,
      ],
    );
    const comando = readOne(fila as Fila);
    await rememberKey(tx, request, comando.id);
    await tellOrder(this.outbox, tx, comando);
    return comando;
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
