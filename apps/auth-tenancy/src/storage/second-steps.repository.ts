import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A person's second step; one that is not confirmed does not count. */
export interface SecondStep {
  /** Sealed by SecretBox with the context {@link SECOND_STEP_CONTEXT}. */
  clave_cifrada: string;
  confirmado: Date | null;
  /** How many recovery codes are left. */
  respaldos: number;
}

export const SECOND_STEP_CONTEXT = 'usuario.segundo_paso';

/** True of a row of usuarios named u, with its company e, that must set up a second step before anything else. */
export const OWES_SECOND_STEP = `coalesce(e.segundo_paso, false) AND u.rol <> 'admin_global'
  AND NOT EXISTS (SELECT FROM segundos_pasos p WHERE p.usuario_id = u.id AND p.confirmado IS NOT NULL)`;

@Injectable()
export class SecondStepsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async of(usuario_id: number): Promise<SecondStep | null> {
    const [found] = await this.dataSource.query<SecondStep[]>(
      `SELECT clave_cifrada, confirmado, cardinality(respaldos) AS respaldos FROM segundos_pasos WHERE usuario_id = $1`,
      [usuario_id],
    );
    return found ?? null;
  }

  /** Replaces one that was never confirmed. @returns false when the person has a confirmed one */
  async prepare(usuario_id: number, clave_cifrada: string): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      `INSERT INTO segundos_pasos AS p (usuario_id, clave_cifrada) VALUES ($1, $2)
       ON CONFLICT (usuario_id) DO UPDATE SET clave_cifrada = excluded.clave_cifrada WHERE p.confirmado IS NULL
       RETURNING usuario_id`,
      [usuario_id, clave_cifrada],
    );
    return rows.length === 1;
  }

  /** @param ventana of the code that confirmed it @returns false when it was confirmed or prepared anew meanwhile */
  async confirm(
    tx: EntityManager,
    usuario_id: number,
    { clave_cifrada }: SecondStep,
    ventana: number,
    hashes: readonly string[],
  ): Promise<boolean> {
    const [, changed] = await tx.query<[unknown, number]>(
      `UPDATE segundos_pasos SET confirmado = now(), ultima_ventana = $3, respaldos = $4
       WHERE usuario_id = $1 AND clave_cifrada = $2 AND confirmado IS NULL`,
      [usuario_id, clave_cifrada, ventana, [...hashes]],
    );
    return changed === 1;
  }

  /** Uses up the code of a window of time. @returns false when it, or a later one, was used already */
  async useWindow(usuario_id: number, ventana: number): Promise<boolean> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      'UPDATE segundos_pasos SET ultima_ventana = $2 WHERE usuario_id = $1 AND ultima_ventana < $2',
      [usuario_id, ventana],
    );
    return changed === 1;
  }

  /** Uses up a recovery code. @param hash SHA-256, hex @returns false when there is no such code (any more) */
  async useRecovery(usuario_id: number, hash: string): Promise<boolean> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      'UPDATE segundos_pasos SET respaldos = array_remove(respaldos, $2) WHERE usuario_id = $1 AND $2 = ANY(respaldos)',
      [usuario_id, hash],
    );
    return changed === 1;
  }

  /** @returns false when there was none */
  async remove(tx: EntityManager, usuario_id: number): Promise<boolean> {
    const [, gone] = await tx.query<[unknown, number]>('DELETE FROM segundos_pasos WHERE usuario_id = $1', [
      usuario_id,
    ]);
    return gone === 1;
  }

  /** Whether a company demands second steps, and who of it has one. Null without such a company. */
  async ofEmpresa(empresa_id: number): Promise<{ exigido: boolean; usuarios: number[] } | null> {
    const [found] = await this.dataSource.query<{ exigido: boolean; usuarios: number[] }[]>(
      `SELECT e.segundo_paso AS exigido, ARRAY(SELECT u.id FROM usuarios u JOIN segundos_pasos p ON p.usuario_id = u.id
         WHERE u.empresa_id = e.id AND p.confirmado IS NOT NULL ORDER BY u.id) AS usuarios
       FROM empresas e WHERE e.id = $1`,
      [empresa_id],
    );
    return found ?? null;
  }

  /** @returns what was demanded before, and the company's name; null without such a company */
  async demand(
    tx: EntityManager,
    empresa_id: number,
    exigido: boolean,
  ): Promise<{ antes: boolean; nombre: string } | null> {
    const [found] = await tx.query<{ antes: boolean; nombre: string }[]>(
      'SELECT segundo_paso AS antes, nombre FROM empresas WHERE id = $1 FOR UPDATE',
      [empresa_id],
    );
    if (found) await tx.query('UPDATE empresas SET segundo_paso = $2 WHERE id = $1', [empresa_id, exigido]);
    return found ?? null;
  }
}
