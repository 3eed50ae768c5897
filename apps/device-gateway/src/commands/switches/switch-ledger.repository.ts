import {
  AppError,
  type AccionComando,
  COMANDO_GRACIA_MS,
  COMANDO_VENCE_MS,
  MISMO_DESEO_MS,
  type MotivoDeSistema,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ComandoGuardado } from '../ledger/comando.js';
import { ABIERTO, devueltas, FILA, type Fila, leida } from '../ledger/fila.js';
import { bloqueoDe, enTurnoDe, exigirLibre, retirar } from '../lockouts/bloqueos.sql.js';
import { EN_DUDA_MS, type Sentencia } from './command-judge.js';

export interface ComandoASwitch {
  switch_id: number;
  empresa_id: number;
  placa_id: number;
  pin: number;
  max_s: number | null;
  accion: AccionComando;
  /** null = the system itself. */
  usuario_id: number | null;
  clave: string | null;
  ip: string;
  navegador: string;
  vence_ms: number;
  /** How long the switch has to be off before this ON, s. */
  min_off_s: number;
  /** Why the system asks for it by itself. */
  motivo?: MotivoDeSistema;
}

/** What interlock groups and the pause after an OFF say of a command. */
export interface Revision {
  /** Why it may not be; it is written down as refused. */
  reparo: string | null;
  /** What has to be turned off first. */
  antes: readonly ComandoASwitch[];
  /** Commands (ids) that it also comes after. */
  tras: readonly string[];
  /** How long it waits after that, s. */
  espera_s: number;
  /** Of an ON: seconds that its pause still lasts, given when the newest OFF left (ms, null = never). */
  pause?: (offSent: number | null) => number;
}

export interface Anotado {
  comando: ComandoGuardado;
  nuevo: boolean;
  retirados: ComandoGuardado[];
  /** Commands that were written down with it, and leave before it. */
  antes: ComandoGuardado[];
  /** It leaves after others. */
  espera: boolean;
}

const VIA = 'placa:';
/** Who carries a switch's command out. */
export const viaDe = (placa_id: number): string => `${VIA}${placa_id}`;
export const placaDe = ({ via }: { via: string }): number => Number(via.slice(VIA.length));

/** Longest that a command is waited for by another one: then it has ended, one way or the other. */
const ESPERA_MS = COMANDO_VENCE_MS + COMANDO_GRACIA_MS + 5_000;
/** Those that it waits for have ended, and the time after that has passed where they were confirmed. */
const PUEDE_SALIR = `(c.espera_a IS NULL OR NOT EXISTS (SELECT FROM comandos o WHERE o.id = ANY(c.espera_a) AND (o.${ABIERTO}
  OR (o.estado = 'confirmado' AND o.resuelto_en + c.espera_s * interval '1 s' > clock_timestamp()))))`;

const CLAVE_USADA = 'Esa Idempotency-Key ya se usó para otra cosa.';
const REEMPLAZADO = 'Se pidió otra cosa antes de que se enviara';
/** The same key for two switches at once; another unique violation is a fault of ours. */
const isRepeatedKey = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'comandos_claves_pkey';
};

/** Commands to switches in the ledger. All times are the database's, so instances agree on them. */
@Injectable()
export class SwitchLedgerRepository {
  constructor(private readonly db: DataSource) {}

  /**
   * Writes a command down. A repeated key, or the same wish within a second or while the first is still open, answers the
   * first; the first then has the key of either request. What had not left yet and wanted something else will not leave any more.
   * @param revisar what its interlock groups say of it, asked within the transaction and before anything is locked
   * @throws AppError `switch_bloqueado` for ON while it is locked out, `switch_en_reposo` for ON too soon after an OFF,
   *   `datos_invalidos` when the key named another command
   */
  async add(nuevo: ComandoASwitch, revisar?: (tx: EntityManager) => Promise<Revision | null>): Promise<Anotado> {
    try {
      return await this.db.transaction(async (tx) => this.anotar(tx, nuevo, (await revisar?.(tx)) ?? null));
    } catch (error) {
      if (isRepeatedKey(error)) throw new AppError('datos_invalidos', { texto: CLAVE_USADA });
      throw error;
    }
  }

  /** Takes the oldest of a board that still may leave; it counts as sent from now on, and is never sent again. */
  async tomar(placa_id: number): Promise<ComandoGuardado | null> {
    const [fila] = devueltas(
      await this.db.query(
        `UPDATE comandos SET estado = 'enviado', enviado_en = clock_timestamp(), intentos = intentos + 1, detalle = NULL,
           vence_en = least(vence_en, clock_timestamp() + $2 * interval '1 ms')
         WHERE id = (SELECT c.id FROM comandos c WHERE c.via = $1 AND c.estado = 'solicitado'
           AND c.vence_en > clock_timestamp() AND ${PUEDE_SALIR} ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${FILA}`,
        [viaDe(placa_id), COMANDO_VENCE_MS],
      ),
    );
    return fila ?? null;
  }

  /** Everything whose end is not known yet, oldest first. */
  async pendientes(): Promise<ComandoGuardado[]> {
    const filas: Fila[] = await this.db.query(
      `SELECT ${FILA} FROM comandos WHERE entidad = 'switch' AND ${ABIERTO}
       UNION ALL
       SELECT ${FILA} FROM comandos WHERE entidad = 'switch' AND estado = 'sin_respuesta'
         AND pedido_en > clock_timestamp() - $1 * interval '1 ms'`,
      [EN_DUDA_MS],
    );
    return filas.map(leida).sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  }

  /** The command that a board answers to; null when it was none of this board's. */
  async deRespuesta(placa_id: number, comando_id: string): Promise<ComandoGuardado | null> {
    if (!UUID.test(comando_id)) return null;
    const [fila]: Fila[] = await this.db.query(`SELECT ${FILA} FROM comandos WHERE comando_id = $1 AND via = $2`, [
      comando_id,
      viaDe(placa_id),
    ]);
    return fila ? leida(fila) : null;
  }

  /** The newest command of each switch, of those asked for in the last so many ms. */
  async ultimos(
    switches: readonly number[],
    en_ms: number,
    accion?: AccionComando,
  ): Promise<Map<number, ComandoGuardado>> {
    if (switches.length === 0) return new Map();
    const filas: Fila[] = await this.db.query(
      `SELECT DISTINCT ON (entidad_id) ${FILA} FROM comandos WHERE entidad = 'switch' AND entidad_id = ANY($1)
         AND pedido_en > clock_timestamp() - $2 * interval '1 ms' AND ($3::text IS NULL OR accion = $3)
       ORDER BY entidad_id, comandos.id DESC`,
      [switches, en_ms, accion ?? null],
    );
    return new Map(filas.map((fila) => [fila.entidad_id, leida(fila)]));
  }

  /** The newest ON and the newest OFF of each switch, of those asked for in the last so many ms. */
  async newestOfEach(
    switches: readonly number[],
    en_ms: number,
  ): Promise<Map<number, Partial<Record<AccionComando, ComandoGuardado>>>> {
    const found = new Map<number, Partial<Record<AccionComando, ComandoGuardado>>>();
    if (switches.length === 0) return found;
    const filas: Fila[] = await this.db.query(
      `SELECT DISTINCT ON (entidad_id, accion) ${FILA} FROM comandos WHERE entidad = 'switch' AND entidad_id = ANY($1)
         AND pedido_en > clock_timestamp() - $2 * interval '1 ms' ORDER BY entidad_id, accion, comandos.id DESC`,
      [switches, en_ms],
    );
    for (const fila of filas) found.set(fila.entidad_id, { ...found.get(fila.entidad_id), [fila.accion]: leida(fila) });
    return found;
  }

  /** null when it was not in the state it was judged in any more. */
  async sentenciar(comando: ComandoGuardado, { estado, detalle }: Sentencia): Promise<ComandoGuardado | null> {
    const answer: unknown = await this.db.query(
      `UPDATE comandos SET estado = $2, detalle = $3, resuelto_en = clock_timestamp() WHERE id = $1 AND estado = $4
       RETURNING ${FILA}`,
      [comando.id, estado, detalle, comando.estado],
    );
    return devueltas(answer)[0] ?? null;
  }

  private async anotar(tx: EntityManager, nuevo: ComandoASwitch, revision: Revision | null): Promise<Anotado> {
    await enTurnoDe(tx, nuevo.switch_id);
    const sameKey = await this.withKey(tx, nuevo);
    if (!sameKey && nuevo.accion === 'on') exigirLibre(await bloqueoDe(tx, nuevo.switch_id));
    const previo = sameKey ?? (await this.sameWish(tx, nuevo));
    if (previo) return { comando: previo, nuevo: false, retirados: [], antes: [], espera: false };
    await this.requireRested(tx, nuevo, revision);
    // Asked again with its key, it is weighed again.
    if (revision !== null && revision.reparo !== null)
      return {
        comando: await this.rechazar(tx, nuevo, revision.reparo),
        nuevo: true,
        retirados: [],
        antes: [],
        espera: false,
      };
    const retirados = await retirar(tx, nuevo.switch_id, 'vencido', REEMPLAZADO);
    const antes: ComandoGuardado[] = [];
    for (const orden of revision?.antes ?? []) {
      const anotado = await this.anotar(tx, orden, null);
      antes.push(anotado.comando);
      retirados.push(...anotado.retirados);
    }
    const espera_a = [...(revision?.tras ?? []), ...antes.map(({ id }) => id)];
    const comando = await this.insert(tx, nuevo, espera_a, revision?.espera_s ?? 0);
    return { comando, nuevo: true, retirados, antes, espera: espera_a.length > 0 };
  }

  private async rechazar(tx: EntityManager, nuevo: ComandoASwitch, reparo: string): Promise<ComandoGuardado> {
    const { id } = await this.insert(tx, { ...nuevo, clave: null }, [], 0);
    const answer: unknown = await tx.query(
      `UPDATE comandos SET estado = 'rechazado', detalle = $2, resuelto_en = clock_timestamp() WHERE id = $1 RETURNING ${FILA}`,
      [id, reparo.slice(0, 300)],
    );
    return devueltas(answer)[0] as ComandoGuardado;
  }

  private async withKey(tx: EntityManager, nuevo: ComandoASwitch): Promise<ComandoGuardado | null> {
    if (nuevo.clave === null) return null;
    const [fila]: Fila[] = await tx.query(
      `SELECT ${FILA} FROM comandos WHERE comandos.id = (SELECT comando FROM comandos_claves WHERE usuario_id = $1 AND clave = $2)`,
      [nuevo.usuario_id, nuevo.clave],
    );
    if (!fila) return null;
    const same = fila.entidad_id === nuevo.switch_id && fila.accion === nuevo.accion && fila.max_s === nuevo.max_s;
    if (!same) throw new AppError('datos_invalidos', { texto: CLAVE_USADA });
    return leida(fila);
  }

  /** The newest command, if it is the same wish of a moment ago; otherwise the newest that may act still, if it is the same. */
  private async sameWish(tx: EntityManager, nuevo: ComandoASwitch): Promise<ComandoGuardado | null> {
    const filas: (Fila & { counts: boolean })[] = await tx.query(
      // What was refused here is weighed again: what stood against it may be gone.
      `(SELECT ${FILA}, pedido_en > clock_timestamp() - $2 * interval '1 ms' AND (estado <> 'rechazado' OR enviado_en IS NOT NULL) AS counts FROM comandos
        WHERE entidad = 'switch' AND entidad_id = $1 ORDER BY comandos.id DESC LIMIT 1)
       UNION ALL
       -- An open OFF that was sent before an ON is not the OFF that is asked for now.
       (SELECT ${FILA}, ${ABIERTO} AND vence_en > clock_timestamp() AS counts FROM comandos
        WHERE entidad = 'switch' AND entidad_id = $1 AND estado NOT IN ('rechazado', 'vencido') ORDER BY comandos.id DESC LIMIT 1)`,
      [nuevo.switch_id, MISMO_DESEO_MS],
    );
    const found = filas.find(
      ({ counts, accion, max_s }) =>
        counts && accion === nuevo.accion && (nuevo.accion === 'off' || max_s === nuevo.max_s),
    );
    if (!found) return null;
    const { counts: _, ...fila } = found;
    // A refused one keeps no key: asked again with it, the wish is weighed again.
    if (fila.estado !== 'rechazado') await this.recordarClave(tx, nuevo, fila.id);
    return leida(fila);
  }

  /** @throws AppError `switch_en_reposo`; an OFF is never held */
  private async requireRested(tx: EntityManager, nuevo: ComandoASwitch, revision: Revision | null): Promise<void> {
    if (nuevo.accion === 'off' || !revision?.pause) return;
    const [sent]: { ts: string | null }[] = await tx.query(
      `SELECT (extract(epoch FROM max(enviado_en)) * 1000)::bigint AS ts FROM comandos
       WHERE entidad = 'switch' AND entidad_id = $1 AND accion = 'off' AND enviado_en > clock_timestamp() - interval '1 hour'
         AND estado NOT IN ('rechazado', 'vencido')`,
      [nuevo.switch_id],
    );
    const left_s = revision.pause(sent?.ts ? Number(sent.ts) : null);
    if (left_s === 0) return;
    const texto = `El switch se apagó hace poco. Espera ${left_s} ${left_s === 1 ? 'segundo' : 'segundos'} antes de encenderlo otra vez.`;
    throw new AppError('switch_en_reposo', { texto, esperar_s: left_s });
  }

  private async recordarClave(tx: EntityManager, { usuario_id, clave }: ComandoASwitch, id: string): Promise<void> {
    if (clave === null) return;
    await tx.query('INSERT INTO comandos_claves (usuario_id, clave, comando) VALUES ($1, $2, $3)', [
      usuario_id,
      clave,
      id,
    ]);
  }

  /** `espera_a`: what it waits for, and then `espera_s` more. */
  private async insert(
    tx: EntityManager,
    nuevo: ComandoASwitch,
    espera_a: readonly string[],
    espera_s: number,
  ): Promise<ComandoGuardado> {
    const espera = espera_a.length > 0;
    const vence_ms = nuevo.vence_ms + (espera ? ESPERA_MS + espera_s * 1_000 : 0);
    const [fila]: Fila[] = await tx.query(
      `INSERT INTO comandos (entidad, entidad_id, empresa_id, via, accion, pin, max_s, usuario_id, ip, navegador, motivo_datos, vence_en,
         espera_a, espera_s, detalle)
       VALUES ('switch', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + $11 * interval '1 ms', $12, $13, $14)
       RETURNING ${FILA}`,
      [
        nuevo.switch_id,
        nuevo.empresa_id,
        viaDe(nuevo.placa_id),
        nuevo.accion,
        nuevo.pin,
        nuevo.max_s,
        nuevo.usuario_id,
        nuevo.ip.slice(0, 64),
        nuevo.navegador.slice(0, 300),
        nuevo.motivo ?? null,
        vence_ms,
        espera ? espera_a : null,
        espera ? espera_s : null,
        espera ? `Espera a que la bomba se detenga${espera_s > 0 ? ` y ${espera_s} s más` : ''}` : null,
      ],
    );
    const comando = leida(fila as Fila);
    await this.recordarClave(tx, nuevo, comando.id);
    return comando;
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
