import { type MedidasResultado, MEDIDAS_MAX } from '@acequia/contracts';
import { api } from '../../../lib/http/api-client.js';
import type { PastFault, PastValue } from '../lib/past-values.js';

/** The server's own limit, ms. */
const PATIENCE_MS = 25_000;

export interface PastImport {
  saved: number;
  repeated: number;
  faults: PastFault[];
}

/**
 * Sends past values of a point, a request after the other. Doing it again is harmless: what is there is told as repeated.
 * @param onPart is told how many were answered for so far
 */
export async function sendPastValues(
  punto_id: number,
  values: readonly PastValue[],
  onPart: (done: number) => void,
): Promise<PastImport> {
  const result: PastImport = { saved: 0, repeated: 0, faults: [] };
  for (let from = 0; from < values.length; from += MEDIDAS_MAX) {
    const part = values.slice(from, from + MEDIDAS_MAX);
    const medidas = part.map(({ ts, valor }) => ({ punto_id, ts, valor }));
    const answer: MedidasResultado = await api('medidas.guardar', { body: { medidas } }, { timeoutMs: PATIENCE_MS });
    result.saved += answer.aceptadas;
    result.repeated += answer.repetidas;
    for (const { indice, texto } of answer.rechazadas)
      result.faults.push({ linea: part[indice]?.linea ?? 0, mensaje: texto });
    onPart(from + part.length);
  }
  return result;
}
