import {
  AppError,
  type Canal,
  type ChannelSave,
  type Caller,
  Email,
  empresaDe,
  notFound,
  type Severidad,
} from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { requireAdmin, invalid } from '../access.js';
import { Reach } from '../reach.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { CompanyNews } from '../field/company-news.js';

/** What a sealed webhook secret is bound to. */
export const SECRET_CONTEXT = 'canal.secreto';
/** Of one company. */
const MAX_CHANNELS = 20;

export interface FilaCanal {
  id: number;
  empresa_id: number;
  canal: Canal['canal'];
  destino: string;
  severidad_minima: Severidad;
  activo: 0 | 1;
  secreto_cifrado: string | null;
}
const COLUMNAS = 'id, empresa_id, canal, destino, severidad_minima, activo, secreto_cifrado';

const inContract = ({ secreto_cifrado: _, ...fila }: FilaCanal, secreto: string | null = null): Canal => ({
  ...fila,
  secreto,
});

/** Who is told beside the company's Telegram chat. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
    private readonly secrets: SecretBox,
    private readonly news: CompanyNews,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<Canal[]> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, requested);
    const rows: FilaCanal[] = await this.db.query(
      `SELECT ${COLUMNAS} FROM canales WHERE $1::integer IS NULL OR empresa_id = $1 ORDER BY id`,
      [empresa_id],
    );
    return rows.map((fila) => inContract(fila));
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` */
  async crear(caller: Caller, request: ChannelSave): Promise<Canal> {
    requireAdmin(caller);
    const { empresa_id, canal, severidad_minima, activo } = request;
    await this.reach.objeto(caller, empresa_id, {});
    const destino = canal === 'correo' ? emailOf(request.destino) : urlDe(request.destino);
    const secreto = canal === 'webhook' ? randomBytes(24).toString('base64url') : null;
    const sealedValue = secreto === null ? null : this.secrets.encrypt(secreto, SECRET_CONTEXT);
    const fila = await this.db.transaction(async (tx) => {
      // One at a time, so that the limit holds.
      await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [CHANNELS_LOCK, empresa_id]);
      const [{ n } = { n: 0 }]: { n: number }[] = await tx.query(
        'SELECT count(*)::int AS n FROM canales WHERE empresa_id = $1',
        [empresa_id],
      );
      if (n >= MAX_CHANNELS) throw invalid('destino', `Una empresa tiene ${MAX_CHANNELS} canales como máximo`);
      const [creado]: FilaCanal[] = await tx.query(
        `INSERT INTO canales (empresa_id, canal, destino, severidad_minima, activo, secreto_cifrado)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (empresa_id, canal, destino) DO NOTHING RETURNING ${COLUMNAS}`,
        [empresa_id, canal, destino, severidad_minima, activo, sealedValue],
      );
      if (!creado) throw invalid('destino', 'A ese destino ya se le avisa');
      await this.auditoria.note(tx, caller, {
        ...{ empresa_id, accion: 'canal.crear', entidad: `canal:${creado.id}`, nombre: destino },
        ...{ antes: null, despues: { canal, destino, severidad_minima, activo } },
      });
      return creado;
    });
    this.news.tellSoon(empresa_id);
    return inContract(fila, secreto);
  }

  /** @throws AppError `no_encontrado` */
  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const empresa_id = await this.db.transaction(async (tx) => {
      const [rows] = (await tx.query(
        `DELETE FROM canales WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2) RETURNING ${COLUMNAS}`,
        [id, empresaDe(caller)],
      )) as [FilaCanal[], number];
      const [antes] = rows;
      if (!antes) throw notFound();
      await this.auditoria.note(tx, caller, {
        ...{ empresa_id: antes.empresa_id, accion: 'canal.eliminar', entidad: `canal:${id}`, nombre: antes.destino },
        ...{ antes: { canal: antes.canal, destino: antes.destino }, despues: null },
      });
      return antes.empresa_id;
    });
    this.news.tellSoon(empresa_id);
  }
}

/** First key of the advisory lock; the second is the company. */
const CHANNELS_LOCK = 1_470_001;

const emailOf = (text: string): string => {
  const read = Email.safeParse(text);
  if (!read.success) throw invalid('destino', 'El correo no es válido');
  return read.data;
};

/** Where it may lead is looked at when it is called; that it is an address of the web, here. */
const urlDe = (text: string): string => {
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
  } catch {
    // Not an address at all: refused below.
  }
  throw new AppError('datos_invalidos', {
    texto: 'La dirección del webhook no es válida.',
    detalles: [{ campo: 'body.destino', mensaje: 'Debe ser una dirección https:// sin usuario ni contraseña' }],
  });
};
