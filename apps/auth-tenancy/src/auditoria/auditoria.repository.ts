import { AuditoriaSearch, empresaDe, type AuditoriaFila, type Caller } from '@acequia/contracts';
import { readAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

// Days before 1970 hold no row.
const RANGE = `SELECT
  greatest(0, extract(epoch FROM $1::date::timestamp AT TIME ZONE $3) * 1000000)::bigint::text AS desde_us,
  greatest(0, extract(epoch FROM ($2::date + 1)::timestamp AT TIME ZONE $3) * 1000000)::bigint::text AS hasta_us`;

export interface Range {
  desde_us?: string;
  hasta_us?: string;
}

/** What is remembered of an entity that is no more. */
export interface Memory {
  nombre: string;
  email: string | null;
}

/** Reads this service's trail. */
@Injectable()
export class AuditoriaRepository {
  constructor(private readonly dataSource: DataSource) {}

  search(caller: Caller, search: AuditoriaSearch): Promise<AuditoriaFila[]> {
    return readAuditTrail(this.dataSource.manager, caller, search);
  }

  /** First and last day, inclusive, of a zone as instants [desde_us, hasta_us). */
  async range(desde: string | undefined, hasta: string | undefined, zona: string): Promise<Range> {
    const rows: { desde_us: string; hasta_us: string }[] = await this.dataSource.query(RANGE, [
      desde ?? null,
      hasta ?? null,
      zona,
    ]);
    return {
      ...(desde !== undefined && { desde_us: rows[0]?.desde_us ?? '0' }),
      ...(hasta !== undefined && { hasta_us: rows[0]?.hasta_us ?? '0' }),
    };
  }

  /** Of entities (`usuario:7`) that were deleted: how they were called last. */
  async memories(entities: readonly string[]): Promise<Map<string, Memory>> {
    if (entities.length === 0) return new Map();
    const rows: ({ entidad: string } & Memory)[] = await this.dataSource.query(
      `SELECT DISTINCT ON (entidad) entidad, nombre, antes->>'email' AS email FROM auditoria
        WHERE entidad = ANY($1) AND accion IN ('usuario.eliminar', 'empresa.eliminar') ORDER BY entidad, ts DESC, id DESC`,
      [[...entities]],
    );
    return new Map(rows.map(({ entidad, nombre, email }) => [entidad, { nombre, email }]));
  }

  /** Whether the caller's part of the trail tells of the entity. */
  async mentions(caller: Caller, entidad: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      'SELECT 1 FROM auditoria WHERE entidad = $1 AND ($2::integer IS NULL OR empresa_id = $2) LIMIT 1',
      [entidad, empresaDe(caller)],
    );
    return rows.length > 0;
  }
}
