import type { StoredComando } from './comando.js';

/** SQL: a moment as `ts` has it, in ms. */
export const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;
/** The columns of a {@link StoredComando}. The selected `id` is text: order by `comandos.id`. */
export const FILA = `id::text, comando_id::text, entidad, entidad_id, empresa_id, via, accion, pin, max_s, estado, detalle, detalle_datos, motivo, motivo_datos, usuario_id, actor, ip, navegador, intentos,
  ${ms('pedido_en')} AS ts, ${ms('vence_en')} AS vence_ts, ${ms('enviado_en')} AS enviado_ts,
  ${ms('aceptado_en')} AS aceptado_ts, ${ms('releer_en')} AS releer_ts, ${ms('resuelto_en')} AS resuelto_ts`;
const TIMES = ['ts', 'vence_ts', 'enviado_ts', 'aceptado_ts', 'releer_ts', 'resuelto_ts'] as const;

export type Fila = Omit<StoredComando, (typeof TIMES)[number]> & Record<(typeof TIMES)[number], string | null>;

export const readOne = (fila: Fila): StoredComando => {
  const times = Object.fromEntries(TIMES.map((name) => [name, fila[name] === null ? null : Number(fila[name])]));
  return { ...fila, ...times } as unknown as StoredComando;
};
/** TypeORM answers an UPDATE … RETURNING with [rows, count]. */
export const returned = (answer: unknown): StoredComando[] => (answer as [Fila[], number])[0].map(readOne);

export const IS_OPEN = `estado IN ('solicitado', 'enviado')`;
