import type { ResultMessage } from '@acequia/board-protocol';
import { COMANDO_GRACE_MS, type CommandDetail, type EstadoComando } from '@acequia/contracts';
import type { StoredComando } from '../ledger/comando.js';

/** A board that was out of reach sends its stored samples later: they may settle a doubtful command for this long after its request, ms. */
export const IN_DOUBT_MS = 600_000;
/** A sample further in the future than this proves nothing: the board's clock may have been there before the command. */
const CLOCK_MS = 2_000;

/** The fields of a command that decide its outcome. */
export type CommandFacts = Pick<StoredComando, 'accion' | 'estado' | 'pin' | 'ts' | 'vence_ts' | 'enviado_ts'>;

/** What is known of a command: the board's answer, a sample of its pin, or the passing of time. */
export type Observation =
  | { tipo: 'result'; mensaje: ResultMessage }
  | { tipo: 'sample'; estado: 0 | 1; ts: number; /** No newer command to the same switch. */ ultimo: boolean }
  | { tipo: 'time' };

export interface Decision {
  estado: EstadoComando;
  detalle: CommandDetail | null;
}

const POR_ERROR: Readonly<Record<string, Decision>> = {
  expired: { estado: 'vencido', detalle: { codigo: 'placa_tarde' } },
  interlock: { estado: 'rechazado', detalle: { codigo: 'placa_enclavada' } },
  locked: { estado: 'rechazado', detalle: { codigo: 'placa_bloqueada' } },
  protection: { estado: 'rechazado', detalle: { codigo: 'placa_protegida' } },
  min_off: { estado: 'rechazado', detalle: { codigo: 'placa_en_reposo' } },
  unknown_pin: { estado: 'rechazado', detalle: { codigo: 'placa_sin_pin' } },
  unfit_pin: { estado: 'rechazado', detalle: { codigo: 'placa_pin_no_apto' } },
  clock_unset: { estado: 'rechazado', detalle: { codigo: 'placa_sin_hora' } },
  clock_skewed: {
    estado: 'rechazado',
    detalle: { codigo: 'placa_reloj_atrasado' },
  },
};

/** The next state of a command after an observation; null = no change. `now` in ms. */
export const decide = (comando: CommandFacts, observation: Observation, now: number): Decision | null => {
  if (observation.tipo === 'time') return byTime(comando, now);
  const { estado, ts } = comando;
  const doubtful = estado === 'sin_respuesta' && now - ts <= IN_DOUBT_MS;
  if (estado !== 'enviado' && !doubtful) return null;
  return observation.tipo === 'result' ? byAnswer(comando, observation.mensaje) : bySample(comando, observation, now);
};

const byTime = ({ estado, vence_ts }: CommandFacts, now: number): Decision | null => {
  if (estado === 'solicitado' && now >= vence_ts) {
    return { estado: 'vencido', detalle: { codigo: 'placa_sin_conexion' } };
  }
  if (estado === 'enviado' && now >= vence_ts + COMANDO_GRACE_MS) {
    return { estado: 'sin_respuesta', detalle: { codigo: 'placa_sin_respuesta' } };
  }
  return null;
};

const byAnswer = ({ accion, pin }: CommandFacts, mensaje: ResultMessage): Decision => {
  if (!mensaje.ok) {
    return (
      POR_ERROR[mensaje.error] ?? { estado: 'rechazado', detalle: { codigo: 'placa_error', error: mensaje.error } }
    );
  }
  const report = mensaje.pins[String(pin)];
  if (report === undefined || report === (accion === 'on' ? 1 : 0)) return { estado: 'confirmado', detalle: null };
  return { estado: 'rechazado', detalle: { codigo: 'placa_sigue', encendido: report === 1 } };
};

const bySample = (
  { accion, estado, enviado_ts }: CommandFacts,
  sample: Extract<Observation, { tipo: 'sample' }>,
  now: number,
): Decision | null => {
  if (enviado_ts === null || sample.ts <= enviado_ts || sample.ts > now + CLOCK_MS) return null;
  if (sample.estado !== (accion === 'on' ? 1 : 0)) return null;
  // After the command was given up, the sample may show a newer command's effect.
  if (estado === 'sin_respuesta' && !sample.ultimo) return null;
  return { estado: 'confirmado', detalle: { codigo: 'placa_confirma_estado' } };
};
