import type { Aviso, AvisoDatos, EstadoAviso, Severidad, TipoAviso } from '@acequia/contracts';
import type { Machine } from './machine.js';
import { readBy, type Reader } from '../readable.js';

/** A row of the table as pg returns it: bigint columns come as text. */
export interface FilaAviso {
  id: number;
  empresa_id: number;
  tipo: TipoAviso;
  objeto: string;
  severidad: Severidad;
  estado: EstadoAviso;
  desde: string;
  hasta: string | null;
  texto: string;
  /** null in a row from before these were stored. */
  datos: AvisoDatos | null;
  placa_id: number | null;
  switch_id: number | null;
  dispositivo_id: number | null;
  punto_id: number | null;
  sitio: string | null;
  switches: number[];
  reconocido_por: string | null;
  reconocido_por_id: number | null;
  reconocido_ts: string | null;
  nota: string | null;
  encargado: string | null;
  encargado_id: number | null;
  encargado_ts: string | null;
  veces: number;
  contado: 0 | 1;
  contado_ts: string;
  contar_desde: string;
  silenciado: 0 | 1;
  maquina: Machine;
}

/** A silence in force on the object or on what contains it. */
const SILENCIADO = `(a.estado <> 'resuelto' AND EXISTS (SELECT FROM silencios s
    WHERE s.empresa_id = a.empresa_id AND extract(epoch FROM now()) * 1000 BETWEEN s.desde AND s.hasta
      AND (s.objeto IN ('', 'placa:' || a.placa_id, 'switch:' || a.switch_id, 'dispositivo:' || a.dispositivo_id,
        'punto:' || a.punto_id, 'sitio:' || a.sitio)
        OR (a.switch_id IS NOT NULL AND s.objeto = ANY (SELECT 'switch:' || id FROM unnest(a.switches) id)))))::int`;

export const COLUMNAS_AVISO = `a.id, a.empresa_id, a.tipo, a.objeto, a.severidad, a.estado, a.desde, a.hasta, a.texto, a.datos,
  a.placa_id, a.switch_id, a.dispositivo_id, a.punto_id, a.sitio, a.switches, a.reconocido_por, a.reconocido_por_id,
  a.reconocido_ts, a.nota, a.encargado, a.encargado_id, a.encargado_ts, a.veces, a.contado, a.contado_ts, a.contar_desde,
  ${SILENCIADO} AS silenciado, a.maquina`;

/** The worst delivery state of an alarm. */
export const ENTREGA = `(SELECT CASE WHEN bool_or(e.estado = 'fallido') THEN 'fallido'
    WHEN bool_or(e.estado = 'pendiente' OR m.estado = 'armado') THEN 'pendiente'
    WHEN bool_or(e.estado = 'enviado') THEN 'enviado' END
  FROM entregas e LEFT JOIN mensajes m ON m.id = e.mensaje_id
  WHERE e.aviso_id = a.id AND e.clase <> 'cambio') AS entrega`;

const ms = (text: string | null): number | null => (text === null ? null : Number(text));

/** @param reader null = somebody who may know every name */
export const inContract = (fila: FilaAviso & { entrega?: Aviso['entrega'] }, reader: Reader | null): Aviso => ({
  id: fila.id,
  empresa_id: fila.empresa_id,
  tipo: fila.tipo,
  severidad: fila.severidad,
  estado: fila.estado,
  desde: Number(fila.desde),
  hasta: ms(fila.hasta),
  ...readBy(fila, reader),
  placa_id: fila.placa_id,
  switch_id: fila.switch_id,
  dispositivo_id: fila.dispositivo_id,
  punto_id: fila.punto_id,
  sitio: fila.sitio,
  reconocido_por: fila.reconocido_por,
  reconocido_por_id: fila.reconocido_por_id,
  reconocido_ts: ms(fila.reconocido_ts),
  nota: fila.nota,
  encargado: fila.encargado,
  encargado_id: fila.encargado_id,
  encargado_ts: ms(fila.encargado_ts),
  calma_desde: fila.estado !== 'resuelto' && fila.maquina.phase === 'clearing' ? fila.maquina.clearSince : null,
  veces: fila.veces,
  silenciado: fila.silenciado,
  entrega: fila.entrega ?? null,
});
