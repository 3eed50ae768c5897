import {
  type AccionComando,
  type Comando,
  type EntidadComando,
  enPalabras,
  type EstadoComando,
  type MotivoDeSistema,
} from '@acequia/contracts';

/** A row of the ledger, as it is kept. Times in ms. */
export interface ComandoGuardado {
  id: string;
  comando_id: string;
  entidad: EntidadComando;
  entidad_id: number;
  empresa_id: number;
  /** Who carries it out: an account of the relay cloud. */
  via: string;
  accion: AccionComando;
  /** A switch's: the relay pin, and how long the board may leave it on, s. */
  pin: number | null;
  max_s: number | null;
  estado: EstadoComando;
  detalle: string | null;
  /** Of rows before there was {@link motivo_datos}. */
  motivo: string | null;
  motivo_datos: MotivoDeSistema | null;
  usuario_id: number | null;
  ip: string | null;
  navegador: string | null;
  intentos: number;
  ts: number;
  vence_ts: number;
  enviado_ts: number | null;
  /** Its addressee said that it took it. */
  aceptado_ts: number | null;
  releer_ts: number | null;
  resuelto_ts: number | null;
}

export interface ComandoNuevo {
  entidad: EntidadComando;
  entidad_id: number;
  empresa_id: number;
  via: string;
  accion: AccionComando;
  usuario_id: number | null;
  ip: string;
  navegador: string;
  vence_ms: number;
}

const ABIERTOS: readonly EstadoComando[] = ['solicitado', 'enviado'];
export const estaAbierto = ({ estado }: { estado: EstadoComando }): boolean => ABIERTOS.includes(estado);

export const enContrato = (fila: ComandoGuardado, nombres: ReadonlyMap<number, string>): Comando => ({
  comando_id: fila.comando_id,
  entidad: fila.entidad,
  switch_id: fila.entidad === 'switch' ? fila.entidad_id : null,
  dispositivo_id: fila.entidad === 'dispositivo' ? fila.entidad_id : null,
  empresa_id: fila.empresa_id,
  accion: fila.accion,
  max_s: fila.max_s,
  estado: fila.estado,
  detalle: fila.detalle,
  motivo: fila.motivo_datos === null ? fila.motivo : enPalabras(fila.motivo_datos),
  usuario_id: fila.usuario_id,
  usuario_nombre: fila.usuario_id === null ? null : (nombres.get(fila.usuario_id) ?? null),
  ip: fila.ip,
  navegador: fila.navegador,
  ts: fila.ts,
  enviado_ts: fila.enviado_ts,
  resuelto_ts: fila.resuelto_ts,
});
