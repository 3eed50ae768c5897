import {
  AppError,
  type Aviso,
  type Caller,
  type CallRequest,
  callerActor,
  callerEmpresa,
  type EntregaAviso,
  notFound,
  typeOfAviso,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requireAdmin, requirePerson } from '../access.js';
import { Reach } from '../reach.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { detailInWords, type StoredDetail } from '../deliveries/detail.js';
import { Outgoing } from '../deliveries/outgoing.js';
import type { AlarmTarget } from '../subject.js';
import { COLUMNAS_AVISO, inContract, ENTREGA, type FilaAviso } from './aviso.js';
import { AvisosLive } from './avisos.live.js';
import { Sight, type Vista } from './sight.js';
import { sentence } from '../textos-avisos.js';

type DeliveryRow = Omit<EntregaAviso, 'ts' | 'no_antes' | 'detalle'> & {
  ts: string;
  no_antes: string | null;
  detalle: StoredDetail;
};

/** $1 to $3 are a {@link Vista}. */
const VISIBLE = `($1::integer IS NULL OR a.empresa_id = $1)
  AND ($2::integer[] IS NULL OR a.switches && $2 OR a.dispositivo_id = ANY($3))`;
const ORDER = `ORDER BY (a.estado = 'resuelto'), array_position(ARRAY['critica', 'alta', 'media', 'baja'], a.severidad),
  a.desde DESC, a.id DESC`;

const parameters = ({ empresa_id, switches, dispositivos }: Vista): unknown[] => [empresa_id, switches, dispositivos];

@Injectable()
export class AvisosService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly sight: Sight,
    private readonly auditoria: AuditoriaService,
    private readonly outgoing: Outgoing,
    private readonly live: AvisosLive,
  ) {}

  /** Open alarms first, by severity; closed ones by time, newest first. */
  async list(caller: Caller, { empresa_id, estado, limit }: CallRequest<'avisos.listar'>): Promise<Aviso[]> {
    const vista = await this.sight.of(caller, await this.reach.requested(caller, empresa_id));
    const estados = estado === undefined ? null : estado === 'abierto' ? ['disparado', 'reconocido'] : [estado];
    const rows: FilaAviso[] = await this.db.query(
      `SELECT ${COLUMNAS_AVISO}, ${ENTREGA} FROM avisos a
       WHERE ${VISIBLE} AND ($4::text[] IS NULL OR a.estado = ANY($4)) ${ORDER} LIMIT $5`,
      [...parameters(vista), estados, limit],
    );
    return this.told(caller, rows);
  }

  /** @throws AppError `no_encontrado`, `aviso_cerrado` */
  async reconocer(caller: Caller, id: number, nota: string): Promise<Aviso> {
    const vista = await this.sight.of(caller, callerEmpresa(caller));
    const visible: { estado: string }[] = await this.db.query(
      `SELECT a.estado FROM avisos a WHERE ${VISIBLE} AND a.id = $4`,
      [...parameters(vista), id],
    );
    if (visible.length === 0) throw notFound();
    if (visible[0]?.estado === 'resuelto') throw new AppError('aviso_cerrado');
    await this.acknowledgeVisible(caller, vista, [id], nota);
    return this.byId(caller, id);
  }

  /** Acknowledges those that are open and visible to the caller, and returns them. */
  async reconocerVarios(caller: Caller, ids: number[], nota: string): Promise<Aviso[]> {
    const vista = await this.sight.of(caller, callerEmpresa(caller));
    return this.told(caller, await this.acknowledgeVisible(caller, vista, ids, nota));
  }

  /** The caller takes charge of it, from whoever had it. @throws AppError `no_encontrado`, `aviso_cerrado` */
  async take(caller: Caller, id: number): Promise<Aviso> {
    const { usuario_id } = requirePerson(caller);
    return this.assign(caller, id, usuario_id, await this.reach.nameOf(usuario_id));
  }

  /** The caller no longer has it; what another person took stays theirs. @throws AppError `no_encontrado`, `aviso_cerrado` */
  async leave(caller: Caller, id: number): Promise<Aviso> {
    return this.assign(caller, id, requirePerson(caller).usuario_id, null);
  }

  /** Those of these alarms that the caller may see now. */
  async visibleAmong(caller: Caller, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const vista = await this.sight.of(caller, callerEmpresa(caller));
    const rows: { id: number }[] = await this.db.query(
      `SELECT a.id FROM avisos a WHERE ${VISIBLE} AND a.id = ANY($4)`,
      [...parameters(vista), ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** For admins. @throws AppError `no_encontrado` */
  async entregas(caller: Caller, id: number): Promise<EntregaAviso[]> {
    requireAdmin(caller);
    const aviso: unknown[] = await this.db.query(
      'SELECT 1 FROM avisos WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2)',
      [id, callerEmpresa(caller)],
    );
    if (aviso.length === 0) throw notFound();
    const rows: DeliveryRow[] = await this.db.query(
      `SELECT e.mensaje_id AS numero, e.canal, e.destino, e.clase,
         CASE WHEN m.estado = 'armado' THEN 'pendiente' ELSE e.estado END AS estado,
         coalesce(e.detalle_datos, to_jsonb(e.detalle), m.detalle_datos, to_jsonb(m.detalle)) AS detalle,
         CASE WHEN e.estado = 'pendiente' AND e.no_antes > $2 THEN e.no_antes END AS no_antes,
         coalesce(m.enviado, e.creado) AS ts
       FROM entregas e LEFT JOIN mensajes m ON m.id = e.mensaje_id WHERE e.aviso_id = $1 ORDER BY e.id LIMIT 200`,
      [id, Date.now()],
    );
    return rows.map(({ ts, no_antes, detalle, ...fila }) => ({
      ...fila,
      detalle: detailInWords(detalle),
      ts: Number(ts),
      no_antes: no_antes === null ? null : Number(no_antes),
    }));
  }

  /** The object of an alarm, for a silencio on the same object. */
  async objectOf(id: number): Promise<AlarmTarget> {
    const [fila]: AlarmTarget[] = await this.db.query(
      'SELECT placa_id, switch_id, dispositivo_id, punto_id, sitio FROM avisos WHERE id = $1',
      [id],
    );
    if (!fila) throw notFound();
    const { placa_id, switch_id, dispositivo_id, punto_id, sitio } = fila;
    const one = { placa_id: null, switch_id: null, dispositivo_id: null, punto_id: null, sitio: null };
    if (punto_id !== null) return { ...one, punto_id };
    if (switch_id !== null) return { ...one, switch_id };
    if (dispositivo_id !== null) return { ...one, dispositivo_id };
    return placa_id !== null ? { ...one, placa_id } : { ...one, sitio };
  }

  /** What it is about, unique in its company and type. */
  async keyOf(id: number): Promise<string> {
    const [fila]: { objeto: string }[] = await this.db.query('SELECT objeto FROM avisos WHERE id = $1', [id]);
    if (!fila) throw notFound();
    return fila.objeto;
  }

  private async told(caller: Caller, rows: readonly FilaAviso[]): Promise<Aviso[]> {
    const reader = await this.sight.readerOf(caller);
    return rows.map((fila) => inContract(fila, reader));
  }

  private async byId(caller: Caller, id: number): Promise<Aviso> {
    const [fila]: FilaAviso[] = await this.db.query(
      `SELECT ${COLUMNAS_AVISO}, ${ENTREGA} FROM avisos a WHERE a.id = $1`,
      [id],
    );
    if (!fila) throw notFound();
    return inContract(fila, await this.sight.readerOf(caller));
  }

  /** @param name null = the person leaves it */
  private async assign(caller: Caller, id: number, usuario_id: number, name: string | null): Promise<Aviso> {
    const vista = await this.sight.of(caller, callerEmpresa(caller));
    const changed = await this.db.transaction(async (tx) => {
      const [before]: Pick<FilaAviso, 'estado' | 'encargado' | 'encargado_id'>[] = await tx.query(
        `SELECT a.estado, a.encargado, a.encargado_id FROM avisos a WHERE ${VISIBLE} AND a.id = $4 FOR UPDATE`,
        [...parameters(vista), id],
      );
      if (!before) throw notFound();
      if (before.estado === 'resuelto') throw new AppError('aviso_cerrado');
      const isTheirs = before.encargado_id === usuario_id;
      if (isTheirs === (name !== null)) return null;
      const [[fila]] = (await tx.query(
        `UPDATE avisos a SET encargado = $2, encargado_id = $3, encargado_ts = $4 WHERE a.id = $1 RETURNING ${COLUMNAS_AVISO}`,
        name === null ? [id, null, null, null] : [id, name, usuario_id, Date.now()],
      )) as [[FilaAviso], number];
      await this.auditoria.note(tx, caller, {
        empresa_id: fila.empresa_id,
        accion: name === null ? 'aviso.dejar' : 'aviso.tomar',
        entidad: `aviso:${id}`,
        nombre: typeOfAviso(fila.tipo).nombre,
        antes: { encargado: before.encargado },
        despues: { texto: sentence(fila), encargado: name },
      });
      return fila;
    });
    if (changed) this.live.changed(changed);
    return this.byId(caller, id);
  }

  private async acknowledgeVisible(caller: Caller, vista: Vista, ids: number[], nota: string): Promise<FilaAviso[]> {
    const { usuario_id } = requirePerson(caller);
    const name = callerActor(caller) ?? (await this.reach.nameOf(usuario_id));
    const rows = await this.db.transaction(async (tx) => {
      const [changed] = (await tx.query(
        `UPDATE avisos a SET estado = 'reconocido', reconocido_por = $5, reconocido_ts = $6, nota = nullif($7, ''),
           reconocido_por_id = $8
         WHERE ${VISIBLE} AND a.id = ANY($4) AND a.estado = 'disparado' RETURNING ${COLUMNAS_AVISO}`,
        [...parameters(vista), ids, name, Date.now(), nota, usuario_id],
      )) as [FilaAviso[], number];
      for (const fila of changed) await this.note(tx, caller, fila, nota);
      return changed;
    });
    for (const fila of rows) this.live.changed(fila);
    this.outgoing.hurry();
    return rows;
  }

  private async note(tx: EntityManager, caller: Caller, fila: FilaAviso, nota: string): Promise<void> {
    await this.auditoria.note(tx, caller, {
      empresa_id: fila.empresa_id,
      accion: 'aviso.reconocer',
      entidad: `aviso:${fila.id}`,
      nombre: typeOfAviso(fila.tipo).nombre,
      antes: null,
      despues: { texto: sentence(fila), nota },
    });
    await this.outgoing.acknowledged(tx, fila.empresa_id, fila.id);
  }
}
