import type { ComandoGuardado } from '../../commands/ledger/comando.js';
import { CloudFailure } from '../client/cloud-failure.js';
import type { Lectura } from '../client/device-status.js';

/** A command that could not be sent for so long is not sent any more: nobody wants a pump that starts minutes later. */
export const VENCE_MS = 120_000;
/** When a command is read back: so long after it was sent, ms. The first tells nearly always. */
const RELEER_MS = [1_000, 2_500, 4_500, 7_500, 11_000, 15_000, 21_000, 28_000];
export const PRIMERA_RELECTURA_MS = RELEER_MS[0] as number;
/** A relay that still says the opposite by then did not act. */
const NO_ACTUO_MS = 12_000;
/** By then nobody knows. */
const NADIE_SABE_MS = 30_000;
/** Read-backs as old as this come before further commands: whoever clicked waits for them. */
export const RELECTURA_URGENTE_MS = 5_000;
/** Certain refusals (a limit, a lone 401) after which a command is given up. */
export const INTENTOS_MAX = 4;

export type Veredicto =
  { estado: 'confirmado' } | { estado: 'rechazado' | 'sin_respuesta'; detalle: string } | { releer_en_ms: number };

/** What a reading that began after the command left says of it; null = there was no reading. */
export const juzgar = (
  comando: Pick<ComandoGuardado, 'accion' | 'enviado_ts'>,
  lectura: Lectura | CloudFailure | null,
  now: number,
): Veredicto => {
  const edad = now - (comando.enviado_ts ?? now);
  const leida = lectura instanceof CloudFailure ? null : lectura;
  if (leida?.online && leida.salida === (comando.accion === 'on' ? 1 : 0)) return { estado: 'confirmado' };
  const contraria = leida?.online === true && leida.salida !== null;
  if (contraria && edad >= NO_ACTUO_MS) {
    return { estado: 'rechazado', detalle: `El equipo sigue ${leida.salida === 1 ? 'encendido' : 'apagado'}` };
  }
  if (edad >= NADIE_SABE_MS) return { estado: 'sin_respuesta', detalle: 'No se pudo comprobar el estado del equipo' };
  const next = RELEER_MS.find((ms) => ms > edad + 300) ?? NADIE_SABE_MS;
  return { releer_en_ms: Math.max(0, next - edad) };
};
