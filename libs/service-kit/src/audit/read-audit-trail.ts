import {
  AppError,
  type AuditoriaSearch,
  type AuditoriaFila,
  type Caller,
  callerEmpresa,
  notFound,
} from '@acequia/contracts';
import type { EntityManager } from 'typeorm';

/** Timestamps as microseconds: a page begins exactly where the previous one ended. */
const COLUMNS = `id::text AS id, (extract(epoch FROM ts) * 1000000)::bigint::text AS ts_us, usuario_id, servicio, empresa_id,
  accion, entidad, nombre, antes, despues`;
const instant = (parameter: string): string => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond'`;

/**
 * Rows of a service's own table `auditoria`, newest first. A caller confined to a company sees only its rows.
 * @throws AppError `sin_permiso` for a usuario, `no_encontrado` for a company other than the caller's
 */
export const readAuditTrail = async (
  manager: EntityManager,
  caller: Caller,
  search: AuditoriaSearch,
): Promise<AuditoriaFila[]> => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
  const own = callerEmpresa(caller);
  const empresa_id = search.empresa_id ?? own;
  if (own !== null && empresa_id !== own) throw notFound();
  const values: unknown[] = [];
  const conditions: string[] = [];
  const where = (condition: (parameter: string) => string, value: unknown): void => {
    if (value === undefined || value === null) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  const { entidad, entidad_id, antes } = search;
  where((p) => `empresa_id = ${p}`, empresa_id);
  where((p) => `usuario_id = ${p}`, search.usuario_id);
  if (entidad_id === undefined) where((p) => `starts_with(entidad, ${p})`, entidad && `${entidad}:`);
  else where((p) => `entidad = ${p}`, `${entidad ?? ''}:${entidad_id}`);
  where((p) => `ts >= ${instant(p)}`, search.desde_us);
  where((p) => `ts < ${instant(p)}`, search.hasta_us);
  if (antes) {
    where((p) => `ts <= ${instant(p)}`, antes.ts_us);
    where((p) => `(ts < ${instant(`$${values.length - 1}`)} OR id < ${p}::bigint)`, antes.id);
  }
  values.push(search.limite);
  return manager.query<AuditoriaFila[]>(
    `SELECT ${COLUMNS} FROM auditoria ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY ts DESC, id DESC LIMIT $${values.length}`,
    values,
  );
};

/** Migration statements: a column for the entity's name at the time, and indexes for the orders in which the trail is read. */
export const auditTrailColumns = (schema: string): string[] => [
  `ALTER TABLE ${schema}.auditoria ADD COLUMN nombre text NOT NULL DEFAULT ''`,
  `UPDATE ${schema}.auditoria SET nombre = coalesce(despues->>'nombre', antes->>'nombre', '')`,
  `CREATE INDEX auditoria_ts ON ${schema}.auditoria (ts DESC, id DESC)`,
  `CREATE INDEX auditoria_empresa_ts ON ${schema}.auditoria (empresa_id, ts DESC, id DESC)`,
  `CREATE INDEX auditoria_usuario_ts ON ${schema}.auditoria (usuario_id, ts DESC, id DESC)`,
  `CREATE INDEX auditoria_entidad_ts ON ${schema}.auditoria (entidad, ts DESC, id DESC)`,
];
