import {
  type ComandoAction,
  type Comando,
  type ComandoEntity,
  type CommandDetail,
  type EstadoComando,
  type Known,
  type SystemReason,
  toldIn,
} from '@acequia/contracts';

/** A row of the ledger as stored. Times in ms. */
export interface StoredComando {
  id: string;
  comando_id: string;
  entidad: ComandoEntity;
  entidad_id: number;
  empresa_id: number;
  /** Who carries the command out, e.g. an account of the relay cloud. */
  via: string;
  accion: ComandoAction;
  /** The relay pin; null for a dispositivo. */
  pin: number | null;
  /** Longest time on that the board or device may allow, s. */
  max_s: number | null;
  estado: EstadoComando;
  /** Only in rows from before {@link detalle_datos} existed. */
  detalle: string | null;
  detalle_datos: CommandDetail | null;
  /** Only in rows from before {@link motivo_datos} existed. */
  motivo: string | null;
  motivo_datos: SystemReason | null;
  usuario_id: number | null;
  /** The program that ordered it with that person's token. */
  actor: string | null;
  ip: string | null;
  navegador: string | null;
  intentos: number;
  ts: number;
  vence_ts: number;
  enviado_ts: number | null;
  /** When the board or device accepted the command. */
  aceptado_ts: number | null;
  releer_ts: number | null;
  resuelto_ts: number | null;
}

export interface NewComando {
  entidad: ComandoEntity;
  entidad_id: number;
  empresa_id: number;
  via: string;
  accion: ComandoAction;
  /** The device turns itself off after this, s. */
  max_s: number | null;
  usuario_id: number | null;
  actor?: string | null;
  ip: string;
  navegador: string;
  expiry_ms: number;
  /** Of an ON: refused when a person's newest order is an OFF after this, ms. */
  no_apagado_desde?: number | undefined;
}

/** Why it ended as it did, or waits, as a reader may read it who knows these switches. */
export const detailOf = (
  { detalle, detalle_datos }: Pick<StoredComando, 'detalle' | 'detalle_datos'>,
  known: Known,
): string | null => toldIn(detalle_datos, detalle, known);

export const hasDetail = ({ detalle, detalle_datos }: Pick<StoredComando, 'detalle' | 'detalle_datos'>): boolean =>
  detalle !== null || detalle_datos !== null;

/** `known`: the switches that its sentences may name. */
export const inContract = (fila: StoredComando, names: ReadonlyMap<number, string>, known: Known): Comando => ({
  comando_id: fila.comando_id,
  entidad: fila.entidad,
  switch_id: fila.entidad === 'switch' ? fila.entidad_id : null,
  dispositivo_id: fila.entidad === 'dispositivo' ? fila.entidad_id : null,
  empresa_id: fila.empresa_id,
  accion: fila.accion,
  max_s: fila.max_s,
  estado: fila.estado,
  detalle: detailOf(fila, known),
  motivo: toldIn(fila.motivo_datos, fila.motivo, known),
  motivo_codigo: fila.motivo_datos?.codigo ?? null,
  usuario_id: fila.usuario_id,
  usuario_nombre: fila.actor ?? (fila.usuario_id === null ? null : (names.get(fila.usuario_id) ?? null)),
  ip: fila.ip,
  navegador: fila.navegador,
  ts: fila.ts,
  enviado_ts: fila.enviado_ts,
  resuelto_ts: fila.resuelto_ts,
});
