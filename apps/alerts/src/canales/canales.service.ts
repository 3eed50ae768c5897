import {
  AppError,
  type Canal,
  type CanalGuardar,
  type Caller,
  Email,
  empresaDe,
  noEncontrado,
  type Severidad,
} from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { exigirAdmin, invalido } from '../acceso.js';
import { Alcance } from '../alcance.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { CompanyNews } from '../field/company-news.js';

/** What a sealed webhook secret is bound to. */
export const CONTEXTO_SECRETO = 'canal.secreto';
/** Of one company. */
const CANALES_MAXIMO = 20;

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

const enContrato = ({ secreto_cifrado: _, ...fila }: FilaCanal, secreto: string | null = null): Canal => ({
  ...fila,
  secreto,
});

/** Who is told beside the company's Telegram chat. */
@Injectable()
export class CanalesService {
  constructor(
    private readonly db: DataSource,
    private readonly alcance: Alcance,
    private readonly auditoria: AuditoriaService,
    private readonly secrets: SecretBox,
    private readonly news: CompanyNews,
  ) {}

  async listar(caller: Caller, pedida: number | undefined): Promise<Canal[]> {
    exigirAdmin(caller);
    const empresa_id = await this.alcance.pedida(caller, pedida);
    const filas: FilaCanal[] = await this.db.query(
      `SELECT ${COLUMNAS} FROM canales WHERE $1::integer IS NULL OR empresa_id = $1 ORDER BY id`,
      [empresa_id],
    );
    return filas.map((fila) => enContrato(fila));
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` */
  async crear(caller: Caller, pedido: CanalGuardar): Promise<Canal> {
    exigirAdmin(caller);
    const { empresa_id, canal, severidad_minima, activo } = pedido;
    await this.alcance.objeto(caller, empresa_id, {});
    const destino = canal === 'correo' ? correoDe(pedido.destino) : urlDe(pedido.destino);
    const secreto = canal === 'webhook' ? randomBytes(24).toString('base64url') : null;
    const sellado = secreto === null ? null : this.secrets.encrypt(secreto, CONTEXTO_SECRETO);
    const fila = await this.db.transaction(async (tx) => {
      // One at a time, so that the limit holds.
      await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_CANALES, empresa_id]);
      const [{ n } = { n: 0 }]: { n: number }[] = await tx.query(
        'SELECT count(*)::int AS n FROM canales WHERE empresa_id = $1',
        [empresa_id],
      );
      if (n >= CANALES_MAXIMO) throw invalido('destino', `Una empresa tiene ${CANALES_MAXIMO} canales como máximo`);
      const [creado]: FilaCanal[] = await tx.query(
        `INSERT INTO canales (empresa_id, canal, destino, severidad_minima, activo, secreto_cifrado)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (empresa_id, canal, destino) DO NOTHING RETURNING ${COLUMNAS}`,
        [empresa_id, canal, destino, severidad_minima, activo, sellado],
      );
      if (!creado) throw invalido('destino', 'A ese destino ya se le avisa');
      await this.auditoria.anotar(tx, caller, {
        ...{ empresa_id, accion: 'canal.crear', entidad: `canal:${creado.id}`, nombre: destino },
        ...{ antes: null, despues: { canal, destino, severidad_minima, activo } },
      });
      return creado;
    });
    this.news.tellSoon(empresa_id);
    return enContrato(fila, secreto);
  }

  /** @throws AppError `no_encontrado` */
  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    const empresa_id = await this.db.transaction(async (tx) => {
      const [filas] = (await tx.query(
        `DELETE FROM canales WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2) RETURNING ${COLUMNAS}`,
        [id, empresaDe(caller)],
      )) as [FilaCanal[], number];
      const [antes] = filas;
      if (!antes) throw noEncontrado();
      await this.auditoria.anotar(tx, caller, {
        ...{ empresa_id: antes.empresa_id, accion: 'canal.eliminar', entidad: `canal:${id}`, nombre: antes.destino },
        ...{ antes: { canal: antes.canal, destino: antes.destino }, despues: null },
      });
      return antes.empresa_id;
    });
    this.news.tellSoon(empresa_id);
  }
}

/** First key of the advisory lock; the second is the company. */
const LOCK_CANALES = 1_470_001;

const correoDe = (text: string): string => {
  const read = Email.safeParse(text);
  if (!read.success) throw invalido('destino', 'El correo no es válido');
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
