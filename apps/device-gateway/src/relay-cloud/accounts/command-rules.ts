import type { CommandDetail } from '@acequia/contracts';
import type { StoredComando } from '../../commands/ledger/comando.js';
import { CloudFailure } from '../client/cloud-failure.js';
import type { Lectura } from '../client/device-status.js';

/** A command that could not be sent for this long expires, ms: a pump must not start minutes later. */
export const EXPIRY_MS = 120_000;
/** When a command is read back, in ms after it was sent. The first read nearly always settles it. */
const REREAD_MS = [1_000, 2_500, 4_500, 7_500, 11_000, 15_000, 21_000, 28_000];
export const FIRST_REREAD_MS = REREAD_MS[0] as number;
/** A relay that still reports the opposite after this did not act, ms. */
const DID_NOT_ACT_MS = 12_000;
/** After this the outcome stays unknown, ms. */
const NOBODY_KNOWS_MS = 30_000;
/** Read-backs this old, ms, come before further commands: a person waits for the outcome. */
export const URGENT_REREAD_MS = 5_000;
/** Certain refusals (a limit, a lone 401) after which a command is given up. */
export const MAX_ATTEMPTS = 4;

export type Decision =
  | { estado: 'confirmado' }
  | { estado: 'rechazado' | 'sin_respuesta'; detalle: CommandDetail }
  | { releer_en_ms: number };

/** The outcome of a command by a reading that began after the command left; null = no reading. */
export const decide = (
  comando: Pick<StoredComando, 'accion' | 'enviado_ts'>,
  lectura: Lectura | CloudFailure | null,
  now: number,
): Decision => {
  const ageOf = now - (comando.enviado_ts ?? now);
  const readOne = lectura instanceof CloudFailure ? null : lectura;
  if (readOne?.online && readOne.salida === (comando.accion === 'on' ? 1 : 0)) return { estado: 'confirmado' };
  const opposite = readOne?.online === true && readOne.salida !== null;
  if (opposite && ageOf >= DID_NOT_ACT_MS) {
    return { estado: 'rechazado', detalle: { codigo: 'equipo_sigue', encendido: readOne.salida === 1 } };
  }
  if (ageOf >= NOBODY_KNOWS_MS) return { estado: 'sin_respuesta', detalle: { codigo: 'equipo_sin_comprobar' } };
  const next = REREAD_MS.find((ms) => ms > ageOf + 300) ?? NOBODY_KNOWS_MS;
  return { releer_en_ms: Math.max(0, next - ageOf) };
};
