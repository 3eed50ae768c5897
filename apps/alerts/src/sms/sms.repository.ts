import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Via } from './sms-transports.js';

/** A code counts for this long, ms. */
export const CODE_VALID_MS = 24 * 3_600_000;
/** Longer than a code counts: what comes again later finds no code. ms */
const REMEMBERED_MS = 7 * 86_400_000;
const READING_MS = 30_000;

/** To which transport a message was handed, with which number, and when, ms. */
export interface Handed {
  via: Via;
  telefono: string;
  entregado: number;
}

/** SMS by the number of their message, and the count of each company's day. */
@Injectable()
export class SmsRepository {
  constructor(private readonly db: DataSource) {}

  async keep(tx: EntityManager, mensaje_id: number, usuario_id: number, codigo: string | null): Promise<void> {
    await tx.query('INSERT INTO sms (mensaje_id, usuario_id, codigo) VALUES ($1, $2, $3)', [
      mensaje_id,
      usuario_id,
      codigo,
    ]);
  }

  async of(mensaje_id: number): Promise<{ codigo: string | null; handed: Handed | null } | null> {
    const [row]: { codigo: string | null; via: Via | null; telefono: string; entregado: number }[] =
      await this.db.query(
        'SELECT codigo, via, telefono, entregado::float8 AS entregado FROM sms WHERE mensaje_id = $1',
        [mensaje_id],
      );
    if (!row) return null;
    const { codigo, via, telefono, entregado } = row;
    return { codigo, handed: via === null ? null : { via, telefono, entregado } };
  }

  /** false = another did. */
  async claim(mensaje_id: number, { via, telefono, entregado }: Handed): Promise<boolean> {
    const [, claimed] = (await this.db.query(
      'UPDATE sms SET via = $2, telefono = $3, entregado = $4 WHERE mensaje_id = $1 AND via IS NULL',
      [mensaje_id, via, telefono, entregado],
    )) as [unknown, number];
    return claimed > 0;
  }

  /** It was handed to nobody after all. */
  async release(mensaje_id: number): Promise<void> {
    await this.db.query('UPDATE sms SET via = NULL, telefono = NULL, entregado = NULL WHERE mensaje_id = $1', [
      mensaje_id,
    ]);
  }

  /** Counts parts of a company's day, unless they would exceed its limit; a negative count takes them back. */
  async count(empresa_id: number, dia: string, parts: number, most: number): Promise<boolean> {
    const rows: unknown[] = await this.db.query(
      `INSERT INTO sms_dias AS d (empresa_id, dia, partes) SELECT $1, $2, $3::integer WHERE $3::integer <= $4
       ON CONFLICT (empresa_id, dia) DO UPDATE SET partes = d.partes + $3::integer WHERE d.partes + $3::integer <= $4 RETURNING 1`,
      [empresa_id, dia, parts, most],
    );
    return rows.length > 0;
  }

  /** The message of a person whose code still counts, one whose code was not used yet before the others. */
  async byCode(
    usuario_id: number,
    codigo: string,
    since: number,
  ): Promise<{ mensaje_id: number; empresa_id: number; isUsed: boolean } | null> {
    const [row]: { mensaje_id: number; empresa_id: number; isUsed: boolean }[] = await this.db.query(
      `SELECT s.mensaje_id, m.empresa_id, s.usado IS NOT NULL AS "isUsed" FROM sms s JOIN mensajes m ON m.id = s.mensaje_id
       WHERE s.usuario_id = $1 AND s.codigo = $2 AND m.creado > $3 ORDER BY s.usado IS NOT NULL, s.mensaje_id DESC LIMIT 1`,
      [usuario_id, codigo, since],
    );
    return row ?? null;
  }

  /** Whether a posted reply is to be read now; `read` = it was before. Who stopped while reading it loses it after a while. */
  async take(clave: string, now: number): Promise<'mine' | 'read' | 'being read'> {
    await this.db.query('DELETE FROM sms_respuestas WHERE tomada < $1', [now - REMEMBERED_MS]);
    const taken: unknown[] = await this.db.query(
      `INSERT INTO sms_respuestas AS r (clave, tomada) VALUES ($1, $2) ON CONFLICT (clave) DO UPDATE SET tomada = $2
       WHERE r.leida IS NULL AND r.tomada < $3 RETURNING 1`,
      [clave, now, now - READING_MS],
    );
    if (taken.length > 0) return 'mine';
    const read: unknown[] = await this.db.query('SELECT 1 FROM sms_respuestas WHERE clave = $1 AND leida IS NOT NULL', [
      clave,
    ]);
    return read.length > 0 ? 'read' : 'being read';
  }

  async wasRead(clave: string, now: number): Promise<void> {
    await this.db.query('UPDATE sms_respuestas SET leida = $2 WHERE clave = $1', [clave, now]);
  }

  /** It could not be read, and is taken again when it comes again. */
  async putBack(clave: string): Promise<void> {
    await this.db.query('DELETE FROM sms_respuestas WHERE clave = $1', [clave]);
  }

  async used(mensaje_id: number): Promise<void> {
    await this.db.query('UPDATE sms SET usado = $2 WHERE mensaje_id = $1', [mensaje_id, Date.now()]);
  }
}
