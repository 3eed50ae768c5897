import { callerEmpresa, type Caller, type Permiso } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Validity } from './validity.js';

export interface StoredToken {
  id: number;
  nombre: string;
  hash: string;
  permisos: Permiso[];
  sitios: string[] | null;
  max_s: number | null;
  vence: Date;
  creado: Date;
  /** YYYY-MM-DD */
  usado: string | null;
  usuario_id: number;
  usuario_nombre: string;
  activo: boolean;
  rol: string;
  /** The maker's company now. */
  usuario_empresa: number | null;
  empresas: ({ id: number } & Validity)[];
}

export interface NewToken {
  nombre: string;
  hash: string;
  permisos: readonly Permiso[];
  sitios: readonly string[] | null;
  max_s: number | null;
  vence: Date;
  usuario_id: number;
}

const STORED = `SELECT t.id, t.nombre, t.hash, t.permisos, t.sitios, t.max_s, t.vence, t.creado, t.usado::text AS usado, t.usuario_id,
    u.nombre AS usuario_nombre, u.activo, u.rol, u.empresa_id AS usuario_empresa,
    (SELECT coalesce(json_agg(json_build_object('id', e.id, 'activa', e.activa, 'fecha_vencimiento', e.fecha_vencimiento::text,
      'zona_horaria', e.zona_horaria) ORDER BY e.id), '[]')
      FROM tokens_empresas te JOIN empresas e ON e.id = te.empresa_id WHERE te.token_id = t.id) AS empresas
  FROM tokens t JOIN usuarios u ON u.id = t.usuario_id`;
const OF_EMPRESA = 'EXISTS (SELECT FROM tokens_empresas te WHERE te.token_id = t.id AND te.empresa_id = $1)';
const USED = `UPDATE tokens SET usado = (now() AT TIME ZONE 'UTC')::date
  WHERE id = $1 AND usado IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date`;

/** Tokens may belong to several companies; a caller confined to one reaches those that name it. */
@Injectable()
export class TokensRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of a company, or all that the caller may see. */
  list(caller: Caller, empresa_id: number | undefined): Promise<StoredToken[]> {
    const of = empresa_id ?? callerEmpresa(caller);
    if (of === null) return this.dataSource.query<StoredToken[]>(`${STORED} ORDER BY t.id`);
    return this.dataSource.query<StoredToken[]>(`${STORED} WHERE ${OF_EMPRESA} ORDER BY t.id`, [of]);
  }

  /** Locked until the transaction ends; null for a foreign and for an absent id. */
  async lockRow(tx: EntityManager, caller: Caller, id: number): Promise<StoredToken | null> {
    const [found] = await tx.query<StoredToken[]>(
      `${STORED} WHERE ($1::integer IS NULL OR ${OF_EMPRESA}) AND t.id = $2 FOR UPDATE OF t`,
      [callerEmpresa(caller), id],
    );
    return found ?? null;
  }

  /** How many each of these companies has. */
  async counts(tx: EntityManager, empresas: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ n: number }[]>(
      `SELECT count(te.token_id)::integer AS n FROM unnest($1::integer[]) AS e (id)
        LEFT JOIN tokens_empresas te ON te.empresa_id = e.id GROUP BY e.id`,
      [[...empresas]],
    );
    return rows.map(({ n }) => n);
  }

  async add(tx: EntityManager, token: NewToken, empresas: readonly number[]): Promise<number> {
    const { usuario_id, nombre, hash, permisos, sitios, max_s, vence } = token;
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO tokens (usuario_id, nombre, hash, permisos, sitios, max_s, vence) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [usuario_id, nombre, hash, permisos, sitios, max_s, vence],
    );
    const id = row?.id ?? 0;
    await tx.query('INSERT INTO tokens_empresas (token_id, empresa_id) SELECT $1, unnest($2::integer[])', [
      id,
      [...empresas],
    ]);
    return id;
  }

  async delete(tx: EntityManager, id: number): Promise<void> {
    await tx.query('DELETE FROM tokens WHERE id = $1', [id]);
  }

  /** The token with this hash, which has no caller yet. Notes the day of its use. */
  async opened(hash: string): Promise<StoredToken | null> {
    const [found] = await this.dataSource.query<StoredToken[]>(`${STORED} WHERE t.hash = $1`, [hash]);
    if (found) await this.dataSource.query(USED, [found.id]);
    return found ?? null;
  }

  /** Hashes of what a person made. */
  async hashesOf(tx: EntityManager, usuarios: readonly number[]): Promise<string[]> {
    const rows = await tx.query<{ hash: string }[]>('SELECT hash FROM tokens WHERE usuario_id = ANY($1)', [
      [...usuarios],
    ]);
    return rows.map(({ hash }) => hash);
  }

  /** Removes what is left of tokens whose last company was deleted. */
  async eraseOrphans(): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM tokens t WHERE NOT EXISTS (SELECT FROM tokens_empresas te WHERE te.token_id = t.id)',
    );
  }
}
