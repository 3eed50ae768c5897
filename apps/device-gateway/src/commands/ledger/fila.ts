import type { ComandoGuardado } from './comando.js';

const ms = (columna: string): string => `(extract(epoch FROM ${columna}) * 1000)::bigint`;
/** The columns of a {@link ComandoGuardado}. Their `id` is text: order by `comandos.id`. */
export const FILA = `id::text, comando_id::text, entidad, entidad_id, empresa_id, via, accion, pin, max_s, estado, detalle, motivo, motivo_datos, usuario_id, ip, navegador, intentos,
  ${ms('pedido_en')} AS ts, ${ms('vence_en')} AS vence_ts, ${ms('enviado_en')} AS enviado_ts,
  ${ms('aceptado_en')} AS aceptado_ts, ${ms('releer_en')} AS releer_ts, ${ms('resuelto_en')} AS resuelto_ts`;
const TIEMPOS = ['ts', 'vence_ts', 'enviado_ts', 'aceptado_ts', 'releer_ts', 'resuelto_ts'] as const;

export type Fila = Omit<ComandoGuardado, (typeof TIEMPOS)[number]> & Record<(typeof TIEMPOS)[number], string | null>;

export const leida = (fila: Fila): ComandoGuardado => {
  const tiempos = Object.fromEntries(TIEMPOS.map((name) => [name, fila[name] === null ? null : Number(fila[name])]));
  return { ...fila, ...tiempos } as unknown as ComandoGuardado;
};
/** TypeORM answers an UPDATE … RETURNING with [rows, count]. */
export const devueltas = (answer: unknown): ComandoGuardado[] => (answer as [Fila[], number])[0].map(leida);

export const ABIERTO = `estado IN ('solicitado', 'enviado')`;
