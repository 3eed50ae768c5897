import {
  ESTADO_COLUMNS,
  LECTURA_COLUMNS,
  MAX_CLOCK_AHEAD_MS,
  MAX_ID,
  PINS_PER_HALF,
  type ReadingBatch,
} from '@acequia/contracts';
import { decodeMediciones } from './medicion.js';
import type { Rows } from './rows.js';
import { decodeValores } from './valor.js';

/** The gateway already refuses fast clocks; this limit stops a gateway with a wrong clock from creating partitions for the year 3000. */
const MAX_LEAD_MS = MAX_CLOCK_AHEAD_MS + 86_400_000;
const PINES = PINS_PER_HALF * 2;
const HALF = 2 ** PINS_PER_HALF;
const SMALLINT = 32_767;

/** A row or a whole entry that cannot be stored, with the reason. */
export interface Discarded {
  motivo: 'entrada_ilegible' | 'fila_invalida' | 'fuera_de_retencion' | 'rechazada_por_la_base';
  contenido: unknown;
}

export interface Decoded extends Required<Rows> {
  /** When the gateway received the batch, ms. */
  at: number;
  rejects: Discarded[];
}

const isInteger = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const isValue = (value: unknown): boolean => value === null || isInteger(value, -SMALLINT, SMALLINT);
const isMask = (value: unknown): boolean => isInteger(value, 0, HALF - 1);

const unreadable = (contenido: string | undefined): Decoded => ({
  lecturas: [],
  estados: [],
  mediciones: [],
  valores: [],
  at: 0,
  rejects: [{ motivo: 'entrada_ilegible', contenido: contenido?.slice(0, 2_000) ?? null }],
});

const parse = (text: string): ReadingBatch | null => {
  try {
    const batch = JSON.parse(text) as ReadingBatch | null;
    const legible = batch?.v === 1 && Array.isArray(batch.l) && Array.isArray(batch.e) && Number.isFinite(batch.at);
    const lists = [batch?.m, batch?.p].every((list) => list === undefined || Array.isArray(list));
    return legible && lists ? batch : null;
  } catch {
    return null;
  }
};

/**
 * Decodes the rows of one stream entry. The gateway has validated them; a row that is wrong all the same is rejected
 * here, because Postgres would refuse the whole transaction.
 */
export const decodeEntry = (text: string | undefined): Decoded => {
  const batch = text === undefined ? null : parse(text);
  if (!batch) return unreadable(text);
  const result: Decoded = { lecturas: [], estados: [], mediciones: [], valores: [], at: batch.at, rejects: [] };
  decodeLecturas(batch, result);
  decodeEstados(batch, result);
  const discard = (contenido: unknown): void => void result.rejects.push({ motivo: 'fila_invalida', contenido });
  if (batch.m) result.mediciones = decodeMediciones(batch.m, batch.at + MAX_LEAD_MS, discard);
  if (batch.p) result.valores = decodeValores(batch.p, batch.at + MAX_LEAD_MS, discard);
  return result;
};

const decodeLecturas = ({ l, at }: ReadingBatch, { lecturas, rejects }: Decoded): void => {
  for (let i = 0; i < l.length; i += LECTURA_COLUMNS) {
    const placa_id = l[i] as number;
    const pin = l[i + 1] as number;
    const ts = l[i + 2] as number;
    const temperatura = l[i + 3] as number | null;
    const humedad = l[i + 4] as number | null;
    const valid =
      isInteger(placa_id, 1, MAX_ID) &&
      isInteger(pin, 0, PINES - 1) &&
      isInteger(ts, 0, at + MAX_LEAD_MS) &&
      isValue(temperatura) &&
      isValue(humedad);
    if (valid) lecturas.push({ placa_id, pin, ts, temperatura, humedad });
    else rejects.push({ motivo: 'fila_invalida', contenido: l.slice(i, i + LECTURA_COLUMNS) });
  }
};

const decodeEstados = ({ e, at }: ReadingBatch, { estados, rejects }: Decoded): void => {
  for (let i = 0; i < e.length; i += ESTADO_COLUMNS) {
    const placa_id = e[i] as number;
    const ts = e[i + 1] as number;
    const on_lo = e[i + 2] as number;
    const on_hi = e[i + 3] as number;
    const off_lo = e[i + 4] as number;
    const off_hi = e[i + 5] as number;
    const valid =
      isInteger(placa_id, 1, MAX_ID) &&
      isInteger(ts, 0, at + MAX_LEAD_MS) &&
      isMask(on_lo) &&
      isMask(on_hi) &&
      isMask(off_lo) &&
      isMask(off_hi) &&
      (on_lo & off_lo) === 0 &&
      (on_hi & off_hi) === 0;
    if (valid) estados.push({ placa_id, ts, on_lo, on_hi, off_lo, off_hi });
    else rejects.push({ motivo: 'fila_invalida', contenido: e.slice(i, i + ESTADO_COLUMNS) });
  }
};
