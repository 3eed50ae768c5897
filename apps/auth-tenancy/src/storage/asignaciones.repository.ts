import { callerEmpresa, type Asignaciones, type Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { AsignacionEntity, type ResourceTipo } from './asignacion.entity.js';

export interface Resources {
  dispositivos: readonly number[];
  switches: readonly number[];
}

// One statement, so that version and ids belong to the same moment.
const SETS = `
  SELECT u.id AS usuario_id, u.empresa_id, u.grants_version AS version,
    coalesce(array_agg(a.recurso_id ORDER BY a.recurso_id) FILTER (WHERE a.tipo = 'dispositivo'), '{}') AS dispositivos,
    coalesce(array_agg(a.recurso_id ORDER BY a.recurso_id) FILTER (WHERE a.tipo = 'switch'), '{}') AS switches
  FROM usuarios u LEFT JOIN asignaciones a ON a.usuario_id = u.id
  WHERE u.id = ANY($1) AND ($2::integer IS NULL OR u.empresa_id = $2 AND u.rol <> 'admin_global')
  GROUP BY u.id`;

@Injectable()
export class AsignacionesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Grants by usuario_id; users outside the caller's company are left out, and for its people an admin_global too. */
  async ofUsuarios(
    caller: Caller,
    usuario_ids: readonly number[],
    tx?: EntityManager,
  ): Promise<Map<number, Asignaciones>> {
    if (usuario_ids.length === 0) return new Map();
    const manager = tx ?? this.dataSource.manager;
    const rows = await manager.query<Asignaciones[]>(SETS, [[...usuario_ids], callerEmpresa(caller)]);
    return new Map(rows.map((fila) => [fila.usuario_id, fila]));
  }

  /** Replaces all grants of a user. The transaction must hold the user's row lock. */
  async replace(tx: EntityManager, usuario_id: number, empresa_id: number | null, de: Resources): Promise<void> {
    await tx.delete(AsignacionEntity, { usuario_id });
    if (empresa_id === null) return;
    await tx.query(
      `INSERT INTO asignaciones (usuario_id, empresa_id, tipo, recurso_id)
       SELECT $1::integer, $2::integer, 'dispositivo', id FROM unnest($3::integer[]) AS id
       UNION ALL SELECT $1, $2, 'switch', id FROM unnest($4::integer[]) AS id`,
      [usuario_id, empresa_id, [...de.dispositivos], [...de.switches]],
    );
  }

  /** Users of a company who have the resource. */
  async holdersOf(tx: EntityManager, tipo: ResourceTipo, recurso_id: number, empresa_id: number): Promise<number[]> {
    const rows = await tx.find(AsignacionEntity, {
      select: { usuario_id: true },
      where: { tipo, recurso_id, empresa_id },
    });
    return rows.map((fila) => fila.usuario_id);
  }

  async remove(tx: EntityManager, tipo: ResourceTipo, recurso_id: number, de: readonly number[]): Promise<void> {
    await tx.delete(AsignacionEntity, { tipo, recurso_id, usuario_id: Any([...de]) });
  }
}
