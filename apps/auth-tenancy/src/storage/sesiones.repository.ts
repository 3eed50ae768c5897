import type { Rol, ValidSession } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { OWES_SECOND_STEP } from './second-steps.repository.js';
import type { Validity } from './validity.js';
import { SesionEntity } from './session.entity.js';

/** A person with the data that login needs and their company's dates; company fields are null for a person without one. */
export interface Persona {
  id: number;
  nombre: string;
  email: string;
  rol: Rol;
  empresa_id: number | null;
  activo: boolean;
  ver: number;
  clave_hash: string;
  empresa_nombre: string | null;
  empresa: Validity | null;
  /** By their company. */
  segundo_paso_exigido: boolean;
  falta_segundo_paso: boolean;
}

export interface SessionToVerify {
  sid: string;
  usuario_id: number;
  ver: number;
}

export type SesionConEmpresa = Omit<ValidSession, 'falta_segundo_paso'> & {
  empresa: Validity | null;
  falta_segundo_paso: boolean;
};

const EMPRESA = `CASE WHEN e.id IS NULL THEN NULL ELSE json_build_object('activa', e.activa,
  'fecha_vencimiento', e.fecha_vencimiento::text, 'zona_horaria', e.zona_horaria) END AS empresa`;
const PERSONA = `SELECT u.id, u.nombre, u.email, u.rol, u.empresa_id, u.activo, u.ver, u.clave_hash,
  e.nombre AS empresa_nombre, ${EMPRESA}, coalesce(e.segundo_paso, false) AND u.rol <> 'admin_global' AS segundo_paso_exigido,
  ${OWES_SECOND_STEP} AS falta_segundo_paso FROM usuarios u LEFT JOIN empresas e ON e.id = u.empresa_id`;
const VALID_ONES = `SELECT s.sid, u.id AS usuario_id, u.rol, u.empresa_id, u.ver, u.grants_version, ${EMPRESA}, ${OWES_SECOND_STEP} AS falta_segundo_paso
  FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id AND u.ver = s.ver AND u.activo
  LEFT JOIN empresas e ON e.id = u.empresa_id
  WHERE s.sid = ANY($1) AND s.vence > now()`;
const OPEN = `INSERT INTO sesiones (sid, usuario_id, ver, creada, vence, ip, navegador)
  SELECT $1, u.id, u.ver, $4, $5, $6, $7 FROM usuarios u WHERE u.id = $2 AND u.ver = $3 AND u.activo
  RETURNING sid`;

/**
 * Sessions and their users. The only repository that queries across companies: it serves logins, which have no caller yet, and
 * services that check sessions.
 */
@Injectable()
export class SesionesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @param email in lower case. */
  byEmail(email: string): Promise<Persona | null> {
    return this.persona('lower(u.email) = $1', email);
  }

  byId(id: number): Promise<Persona | null> {
    return this.persona('u.id = $1', id);
  }

  /** Opens the session unless the person changed since they were read. @returns true when open. */
  async open(manager: EntityManager, sesion: SesionEntity): Promise<boolean> {
    const { sid, usuario_id, ver, creada, vence, ip, navegador } = sesion;
    const values = [sid, usuario_id, ver, creada, vence, ip, navegador];
    const opened = await manager.query<{ sid: string }[]>(OPEN, values);
    return opened.length === 1;
  }

  /** Open sessions whose user is active and unchanged since; the caller checks whether the company is valid. */
  opened(sids: readonly string[]): Promise<SesionConEmpresa[]> {
    return this.dataSource.query<SesionConEmpresa[]>(VALID_ONES, [[...sids]]);
  }

  async close(sid: string, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.delete(SesionEntity, { sid });
  }

  /** A person's open sessions, the newest first. */
  ofUsuario(usuario_id: number): Promise<SesionEntity[]> {
    return this.dataSource.query<SesionEntity[]>(
      `SELECT s.sid, s.usuario_id, s.ver, s.creada, s.vence, s.ip, s.navegador FROM sesiones s JOIN usuarios u ON u.id = s.usuario_id
       AND u.ver = s.ver WHERE u.id = $1 AND s.vence > now() ORDER BY s.creada DESC`,
      [usuario_id],
    );
  }

  /** Deletes all sessions of users whose `ver` the transaction raises. */
  async closeOf(tx: EntityManager, usuario_ids: readonly number[]): Promise<void> {
    await tx.delete(SesionEntity, { usuario_id: Any([...usuario_ids]) });
  }

  async eraseExpired(): Promise<void> {
    await this.dataSource.query('DELETE FROM sesiones WHERE vence <= now()');
  }

  private async persona(where: string, value: string | number): Promise<Persona | null> {
    const rows = await this.dataSource.query<Persona[]>(`${PERSONA} WHERE ${where}`, [value]);
    return rows[0] ?? null;
  }
}
