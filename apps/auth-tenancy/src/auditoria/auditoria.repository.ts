import { AuditoriaSearch, callerEmpresa, type AuditoriaFila, type Caller } from '@acequia/contracts';
import { readAuditTrail } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

// No row is older than 1970, so earlier days start at 0.
const RANGE = `SELECT
  greatest(0, extract(epoch FROM $1::date::timestamp AT TIME ZONE $3) * 1000000)::bigint::text AS desde_us,
  greatest(0, extract(epoch FROM ($2::date + 1)::timestamp AT TIME ZONE $3) * 1000000)::bigint::text AS hasta_us`;

export interface Range {
  desde_us?: string;
  hasta_us?: string;
}

/** The last known name and e-mail of a deleted entity. */
export interface Memory {
  nombre: string;
  email: string | null;
}

@Injectable()
export class AuditoriaRepository {
  constructor(private readonly dataSource: DataSource) {}

  search(caller: Caller, search: AuditoriaSearch): Promise<AuditoriaFila[]> {
    return readAuditTrail(this.dataSource.manager, caller, search);
  }

  /** Converts a first and a last day (inclusive) in a zone to instants [desde_us, hasta_us). */
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

  /** The last known names of deleted entities (`usuario:7`). */
  async memories(entities: readonly string[]): Promise<Map<string, Memory>> {
    if (entities.length === 0) return new Map();
    const rows: ({ entidad: string } & Memory)[] = await this.dataSource.query(
      `SELECT DISTINCT ON (entidad) entidad, nombre, antes->>'email' AS email FROM auditoria
        WHERE entidad = ANY($1) AND accion IN ('usuario.eliminar', 'empresa.eliminar') ORDER BY entidad, ts DESC, id DESC`,
      [[...entities]],
    );
    return new Map(rows.map(({ entidad, nombre, email }) => [entidad, { nombre, email }]));
  }

  /** True when the part of the trail that the caller may read mentions the entity. */
  async mentions(caller: Caller, entidad: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      'SELECT 1 FROM auditoria WHERE entidad = $1 AND ($2::integer IS NULL OR empresa_id = $2) LIMIT 1',
      [entidad, callerEmpresa(caller)],
    );
    return rows.length > 0;
  }
}
