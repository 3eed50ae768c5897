import type { DataSource } from 'typeorm';
import type { People } from '../people.js';
import { byVeda } from '../calculation/plan.js';
import type { Motivo } from '../storage/motivo.js';
import { ORDER_OF_TURN } from './person-orders.js';

/**
 * Claimed turns that a person turned off, whose program was deleted or halted, or that «No regar» names. The latter two do not end
 * what a person started.
 */
const UNWANTED = `SELECT t.turno_id, p.id IS NULL AS deleted, p.pausado, n.hasta, n.motivo, o.usuario_id FROM turnos t
  LEFT JOIN programas p ON p.id = t.programa_id
  LEFT JOIN placas b ON b.placa_id = t.placa_id
  LEFT JOIN dispositivos d ON d.id = t.dispositivo_id
  LEFT JOIN LATERAL (SELECT hasta, motivo FROM no_regar WHERE empresa_id = t.empresa_id AND hasta > t.inicio
    AND (placa_id IS NULL OR placa_id = t.placa_id) AND (sitio IS NULL OR sitio = coalesce(b.sitio, d.sitio))
    ORDER BY hasta DESC LIMIT 1) n ON true
  LEFT JOIN ordenes_de_personas o ON o.accion = 'off' AND o.ts > t.inicio
    AND ${ORDER_OF_TURN}
  WHERE t.turno_id = ANY($1)
    AND (p.id IS NULL OR o.usuario_id IS NOT NULL OR t.manual = 0 AND (p.pausado = 1 OR p.activo = 0 OR n.hasta IS NOT NULL))`;

interface Row {
  turno_id: string;
  deleted: boolean;
  pausado: 0 | 1 | null;
  hasta: string | null;
  motivo: string | null;
  usuario_id: number | null;
}

/** Why turns must not start, by turn: people may change their minds while a turn waits, and just before it starts. */
export const unwantedOf = async (
  db: DataSource,
  people: People,
  turnos: readonly { turno_id: string }[],
): Promise<ReadonlyMap<string, Motivo>> => {
  if (turnos.length === 0) return new Map();
  const rows: Row[] = await db.query(UNWANTED, [turnos.map(({ turno_id }) => turno_id)]);
  return new Map(await Promise.all(rows.map(async (row) => [row.turno_id, await reasonOf(row, people)] as const)));
};

const reasonOf = async ({ deleted, pausado, hasta, motivo, usuario_id }: Row, people: People): Promise<Motivo> => {
  if (usuario_id !== null) return { codigo: 'apagado_por', nombre: await people.nameOf(usuario_id) };
  if (deleted) return { codigo: 'programa_eliminado' };
  if (pausado === 1) return { codigo: 'programa_en_pausa' };
  if (hasta === null) return { codigo: 'programa_inactivo' };
  return byVeda({ hasta: Number(hasta), motivo: motivo ?? '' });
};
