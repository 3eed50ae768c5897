import type { ResultMessage } from '@acequia/board-protocol';
import { COMANDO_GRACIA_MS, type EstadoComando } from '@acequia/contracts';
import type { ComandoGuardado } from '../ledger/comando.js';

/** A board that was out of reach brings what it kept: for so long after it was asked for, a doubtful command may be settled, ms. */
export const EN_DUDA_MS = 600_000;
/** A sample from the future proves nothing: its clock may have been there before the command was. */
const RELOJ_MS = 2_000;

/** The parts of a command that its fate depends on. */
export type Juzgable = Pick<ComandoGuardado, 'accion' | 'estado' | 'pin' | 'ts' | 'vence_ts' | 'enviado_ts'>;

/** What is heard of a command: the board's answer, a sample of its pin, or that time has passed. */
export type Prueba =
  | { tipo: 'respuesta'; mensaje: ResultMessage }
  | { tipo: 'muestra'; estado: 0 | 1; ts: number; /** No newer command to the same switch. */ ultimo: boolean }
  | { tipo: 'tiempo' };

export interface Sentencia {
  estado: EstadoComando;
  detalle: string | null;
}

const POR_ERROR: Readonly<Record<string, Sentencia>> = {
  expired: { estado: 'vencido', detalle: 'Llegó tarde a la placa, que no actuó' },
  interlock: { estado: 'rechazado', detalle: 'Un enclavamiento de la placa no lo permite' },
  locked: { estado: 'rechazado', detalle: 'El switch está bloqueado' },
  min_off: { estado: 'rechazado', detalle: 'Se apagó hace poco; la placa todavía no lo enciende' },
  unknown_pin: { estado: 'rechazado', detalle: 'La placa no tiene ese pin en su mapa' },
  unfit_pin: { estado: 'rechazado', detalle: 'Ese pin de la placa no puede mover un relevador' },
  clock_unset: { estado: 'rechazado', detalle: 'La placa no sabe la hora; no puede saber si el comando llegó tarde' },
  clock_skewed: {
    estado: 'rechazado',
    detalle: 'El reloj de la placa está atrasado; no puede saber si el comando llegó tarde',
  },
};

/** How a command to a board goes on after what was heard of it; null = as before. `now` in ms. */
export const juzgar = (comando: Juzgable, prueba: Prueba, now: number): Sentencia | null => {
  if (prueba.tipo === 'tiempo') return porTiempo(comando, now);
  const { estado, ts } = comando;
  const dudoso = estado === 'sin_respuesta' && now - ts <= EN_DUDA_MS;
  if (estado !== 'enviado' && !dudoso) return null;
  return prueba.tipo === 'respuesta' ? porRespuesta(comando, prueba.mensaje) : porMuestra(comando, prueba, now);
};

const porTiempo = ({ estado, vence_ts }: Juzgable, now: number): Sentencia | null => {
  if (estado === 'solicitado' && now >= vence_ts) {
    return { estado: 'vencido', detalle: 'La placa no estaba conectada; el comando no se envió' };
  }
  if (estado === 'enviado' && now >= vence_ts + COMANDO_GRACIA_MS) {
    return { estado: 'sin_respuesta', detalle: 'La placa no respondió; no se sabe si actuó' };
  }
  return null;
};

const porRespuesta = ({ accion, pin }: Juzgable, mensaje: ResultMessage): Sentencia => {
  if (!mensaje.ok) {
    return POR_ERROR[mensaje.error] ?? { estado: 'rechazado', detalle: `La placa respondió: ${mensaje.error}` };
  }
  const dicho = mensaje.pins[String(pin)];
  if (dicho === undefined || dicho === (accion === 'on' ? 1 : 0)) return { estado: 'confirmado', detalle: null };
  return { estado: 'rechazado', detalle: `La placa respondió que sigue ${dicho === 1 ? 'encendido' : 'apagado'}` };
};

const porMuestra = (
  { accion, estado, enviado_ts }: Juzgable,
  muestra: Extract<Prueba, { tipo: 'muestra' }>,
  now: number,
): Sentencia | null => {
  if (enviado_ts === null || muestra.ts <= enviado_ts || muestra.ts > now + RELOJ_MS) return null;
  if (muestra.estado !== (accion === 'on' ? 1 : 0)) return null;
  // Once it was given up, a newer command may be what the sample shows.
  if (estado === 'sin_respuesta' && !muestra.ultimo) return null;
  return { estado: 'confirmado', detalle: 'Por el estado que reportó la placa' };
};
