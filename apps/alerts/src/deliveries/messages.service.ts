import { type Caller, type CallRequest, MAX_MENSAJES, type MensajeAviso } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin } from '../access.js';
import { Reach } from '../reach.js';
import { detailInWords, type StoredDetail } from './detail.js';

type Row = Omit<MensajeAviso, 'creado' | 'enviado' | 'detalle'> & {
  creado: string;
  enviado: string | null;
  detalle: StoredDetail;
};

/** The admins' list of messages: sent and undelivered. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
  ) {}

  /** Newest first; without messages to a person's browsers, which are private. */
  async list(caller: Caller, { empresa_id: asked, estado }: CallRequest<'avisos.mensajes'>): Promise<MensajeAviso[]> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, asked);
    const stored = estado === 'pendiente' ? 'armado' : (estado ?? null);
    const rows: Row[] = await this.db.query(
      `SELECT m.id AS numero, m.empresa_id, m.canal, m.destino, m.intentos, m.creado, m.enviado,
         coalesce(m.detalle_datos, to_jsonb(m.detalle)) AS detalle,
         CASE m.estado WHEN 'armado' THEN 'pendiente' ELSE m.estado END AS estado, m.partes->>0 AS texto, m.prueba::int AS prueba,
         ARRAY(SELECT DISTINCT e.aviso_id FROM entregas e WHERE e.mensaje_id = m.id ORDER BY 1) AS avisos
       FROM mensajes m WHERE ($1::integer IS NULL OR m.empresa_id = $1) AND ($2::text IS NULL OR m.estado = $2)
         AND m.canal <> 'push' ORDER BY m.id DESC LIMIT $3`,
      [empresa_id, stored, MAX_MENSAJES],
    );
    return rows.map(({ creado, enviado, detalle, ...row }) => ({
      ...row,
      detalle: detailInWords(detalle),
      creado: Number(creado),
      enviado: enviado === null ? null : Number(enviado),
    }));
  }
}
