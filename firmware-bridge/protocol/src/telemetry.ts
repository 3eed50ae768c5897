import { pinExists, MAX_CLOCK_AHEAD_MS, PINS_PER_HALF, RETENTION_DAYS_DEFAULT } from '@acequia/contracts';
import { isObject, MAX_SAMPLES, MAX_PAYLOAD_BYTES, parseJson, rejection, type Rejection } from './decoded.js';

/** Plausible values of any sensor in the field; a DHT22 gives −40…80 °C and 0…100 %. */
export const TEMPERATURA_MINIMA = -100;
export const TEMPERATURA_MAXIMA = 150;
export const HUMEDAD_MINIMA = 0;
export const HUMEDAD_MAXIMA = 100;

const DIA_MS = 86_400_000;

export interface TelemetryLimits {
  max_bytes: number;
  max_samples: number;
  /** A sample further ahead of `now` than this is refused (`reloj_adelantado`), ms. */
  max_lead_ms: number;
  /** A sample older than this is refused (`fuera_de_retencion`), ms. */
  retention_ms: number;
}

export const TELEMETRY_LIMITS: TelemetryLimits = {
  max_bytes: MAX_PAYLOAD_BYTES,
  max_samples: MAX_SAMPLES,
  max_lead_ms: MAX_CLOCK_AHEAD_MS,
  retention_ms: RETENTION_DAYS_DEFAULT * DIA_MS,
};

/** One accepted sample in the form of the `readings` stream: integers only. */
export interface Sample {
  /** Position in the message, from 0. */
  index: number;
  /** The board's own sequence number, null when it sent none. */
  seq: number | null;
  /** ms since 1970: the board's, or `now` when it gave none. */
  ts: number;
  /** false: `ts` is the server's, so a repeated message makes a second row. */
  with_clock: boolean;
  /** Pins that are on and off, as the masks of contracts' ESTADO_COLUMNS. */
  on_lo: number;
  on_hi: number;
  off_lo: number;
  off_hi: number;
  /** Flat triples: pin, temperatura, humedad in hundredths; null where the sensor gave none. Never both null. */
  sensores: (number | null)[];
  /** Each sensor gave one of its two values; the sample says nothing about the other. */
  halves?: true;
}

export interface RejectedSample extends Rejection {
  /** Position in the message, from 0; −1 when the message as a whole was refused. */
  index: number;
}

export interface TelemetryDecoded {
  muestras: Sample[];
  rejected: RejectedSample[];
}

/**
 * Decodes a telemetry message: one sample, or an array of buffered ones. Never throws. A bad sample is refused whole, with its
 * reason, and does not affect the others of the array. `now` in ms.
 */
export const decodeTelemetry = (
  payload: Buffer,
  now: number,
  limits: TelemetryLimits = TELEMETRY_LIMITS,
): TelemetryDecoded => {
  const json = parseJson(payload, limits.max_bytes);
  if (!json.ok) return refused(json);
  if (!Array.isArray(json.value)) return decodeAll([json.value], now, limits);
  if (json.value.length > limits.max_samples) {
    return refused(rejection('demasiadas_muestras', `${json.value.length}; el máximo es ${limits.max_samples}`));
  }
  return decodeAll(json.value, now, limits);
};

const refused = ({ motivo, detalle }: Rejection): TelemetryDecoded => ({
  muestras: [],
  rejected: [{ motivo, detalle, index: -1 }],
});

const decodeAll = (values: unknown[], now: number, limits: TelemetryLimits): TelemetryDecoded => {
  const muestras: Sample[] = [];
  const rejected: RejectedSample[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const decoded = decodeSample(values[index], index, now, limits);
    if ('motivo' in decoded) rejected.push({ ...decoded, index });
    else muestras.push(decoded);
  }
  return { muestras, rejected };
};

const decodeSample = (value: unknown, index: number, now: number, limits: TelemetryLimits): Sample | Rejection => {
  if (!isObject(value)) return rejection('forma_invalida', 'La muestra no es un objeto');
  const { seq = null, ts = null, pins, sensors } = value;
  if (seq !== null && (!Number.isSafeInteger(seq) || (seq as number) < 0)) {
    return rejection('forma_invalida', 'seq no es un entero de 0 en adelante');
  }
  if (ts !== null && !Number.isInteger(ts)) return rejection('forma_invalida', 'ts no es un entero');
  if (pins === undefined && sensors === undefined) return rejection('forma_invalida', 'Sin pins ni sensors');
  const at = (ts ?? now) as number;
  if (at > now + limits.max_lead_ms) return rejection('reloj_adelantado', `ts ${at}, servidor ${now}`);
  if (at < now - limits.retention_ms) return rejection('fuera_de_retencion', `ts ${at}, servidor ${now}`);

  const sample: Sample = {
    index,
    seq: seq as number | null,
    ts: at,
    with_clock: ts !== null,
    on_lo: 0,
    on_hi: 0,
    off_lo: 0,
    off_hi: 0,
    sensores: [],
  };
  return addPins(sample, pins) ?? addSensors(sample, sensors) ?? sample;
};

/** GPIO of a key; −1 when the ESP32 has no such pin ('04', '1e1' and '__proto__' included). */
const pinOf = (key: string): number => {
  const pin = Number(key);
  return String(pin) === key && pinExists(pin) ? pin : -1;
};

const addPins = (sample: Sample, pins: unknown): Rejection | null => {
  if (pins === undefined || pins === null) return null;
  if (!isObject(pins)) return rejection('forma_invalida', 'pins no es un objeto');
  for (const key in pins) {
    const pin = pinOf(key);
    if (pin < 0) return rejection('pin_inexistente', `pins.${key}`);
    const estado = pins[key];
    if (typeof estado !== 'number') return rejection('forma_invalida', `pins.${key} no es 0 ni 1`);
    if (estado !== 0 && estado !== 1) return rejection('valor_fuera_de_rango', `pins.${key} = ${estado}`);
    if (pin < PINS_PER_HALF) sample[estado ? 'on_lo' : 'off_lo'] |= 1 << pin;
    else sample[estado ? 'on_hi' : 'off_hi'] |= 1 << (pin - PINS_PER_HALF);
  }
  return null;
};

const addSensors = (sample: Sample, sensors: unknown): Rejection | null => {
  if (sensors === undefined || sensors === null) return null;
  if (!isObject(sensors)) return rejection('forma_invalida', 'sensors no es un objeto');
  for (const key in sensors) {
    const pin = pinOf(key);
    if (pin < 0) return rejection('pin_inexistente', `sensors.${key}`);
    const sensor = sensors[key];
    if (!isObject(sensor)) return rejection('forma_invalida', `sensors.${key} no es un objeto`);
    const { t = null, h = null } = sensor;
    const problem = valueProblem(t, 't', `sensors.${key}.t`) ?? valueProblem(h, 'h', `sensors.${key}.h`);
    if (problem) return problem;
    // A failed read gives null for both values: there is no reading, and the message is not at fault.
    if (t !== null || h !== null) sample.sensores.push(pin, inHundredths(t), inHundredths(h));
  }
  return null;
};

/** Temperature (°C) or relative humidity (%). */
export type Magnitude = 't' | 'h';
const LIMITS = { t: [TEMPERATURA_MINIMA, TEMPERATURA_MAXIMA], h: [HUMEDAD_MINIMA, HUMEDAD_MAXIMA] } as const;

/** Why this is not a sensor value; null = it is one, or the sensor's null. */
export const valueProblem = (value: unknown, magnitude: Magnitude, campo: string): Rejection | null => {
  if (value === null) return null;
  if (typeof value !== 'number') return rejection('forma_invalida', `${campo} no es un número`);
  const [min, max] = LIMITS[magnitude];
  return value >= min && value <= max ? null : rejection('valor_fuera_de_rango', `${campo} = ${value}`);
};

/** Hundredths of a value that {@link valueProblem} accepted. `+ 0` turns −0 into 0, as JSON would. */
export const inHundredths = (value: unknown): number | null =>
  value === null ? null : Math.round((value as number) * 100) + 0;
