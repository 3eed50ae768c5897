import { pinExists, MAX_CLOCK_AHEAD_MS, PINS_PER_HALF, PUNTO_N_MAX, RETENTION_DAYS_DEFAULT } from '@acequia/contracts';
import { isObject, MAX_SAMPLES, MAX_PAYLOAD_BYTES, parseJson, rejection, type Rejection } from './decoded.js';

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
  sensores: SensorReading[];
  valores: PointValue[];
}

/** What a sample says of one sensor, in hundredths: null = it gives no value, absent = the sample says nothing of that value. */
export interface SensorReading {
  pin: number;
  t?: number | null;
  h?: number | null;
}

/** The value of a point, by its number on the board, in the unit of its magnitude; null = it gives none. */
export interface PointValue {
  n: number;
  valor: number | null;
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
 * Decodes a telemetry message: one sample, or an array of buffered ones. Never throws. What a sample says of each pin, and each value of
 * each sensor, is judged apart: a bad one is refused with its reason and hides none of the others. A sample without a usable time is
 * refused whole. `now` in ms.
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
  const decoded: TelemetryDecoded = { muestras: [], rejected: [] };
  values.forEach((value, index) => {
    const refuse: Refuse = ({ motivo, detalle }) => void decoded.rejected.push({ motivo, detalle, index });
    const { length } = decoded.rejected;
    const sample = decodeSample(value, index, now, limits, refuse);
    if (sample && (length === decoded.rejected.length || saysSomething(sample))) decoded.muestras.push(sample);
  });
  return decoded;
};

/** Takes what is wrong with a part of a message. */
export type Refuse = (rejection: Rejection) => void;

const saysSomething = ({ on_lo, on_hi, off_lo, off_hi, sensores, valores }: Sample): boolean =>
  (on_lo | on_hi | off_lo | off_hi) !== 0 || sensores.length > 0 || valores.length > 0;

/** null = refused whole. */
const decodeSample = (
  value: unknown,
  index: number,
  now: number,
  limits: TelemetryLimits,
  refuse: Refuse,
): Sample | null => {
  const whole = (...problem: Parameters<typeof rejection>): null => {
    refuse(rejection(...problem));
    return null;
  };
  if (!isObject(value)) return whole('forma_invalida', 'La muestra no es un objeto');
  const { seq = null, ts = null, pins, sensors, values } = value;
  if (ts !== null && !Number.isInteger(ts)) return whole('forma_invalida', 'ts no es un entero');
  if (pins === undefined && sensors === undefined && values === undefined)
    return whole('forma_invalida', 'Sin pins, sensors ni values');
  const at = (ts ?? now) as number;
  if (at > now + limits.max_lead_ms) return whole('reloj_adelantado', `ts ${at}, servidor ${now}`);
  if (at < now - limits.retention_ms) return whole('fuera_de_retencion', `ts ${at}, servidor ${now}`);

  const numbered = Number.isSafeInteger(seq) && (seq as number) >= 0;
  if (seq !== null && !numbered) refuse(rejection('forma_invalida', 'seq no es un entero de 0 en adelante'));
  const sample: Sample = {
    index,
    seq: numbered ? (seq as number) : null,
    ts: at,
    with_clock: ts !== null,
    on_lo: 0,
    on_hi: 0,
    off_lo: 0,
    off_hi: 0,
    sensores: [],
    valores: [],
  };
  addPins(sample, pins, refuse);
  addSensors(sample, sensors, refuse);
  addValues(sample, values, refuse);
  return sample;
};

/** GPIO of a key; −1 when the ESP32 has no such pin ('04', '1e1' and '__proto__' included). */
const pinOf = (key: string): number => {
  const pin = Number(key);
  return String(pin) === key && pinExists(pin) ? pin : -1;
};

const addPins = (sample: Sample, pins: unknown, refuse: Refuse): void => {
  if (pins === undefined || pins === null) return;
  if (!isObject(pins)) return refuse(rejection('forma_invalida', 'pins no es un objeto'));
  for (const key in pins) {
    const pin = pinOf(key);
    const estado = pins[key];
    if (pin < 0) refuse(rejection('pin_inexistente', `pins.${key}`));
    else if (typeof estado !== 'number') refuse(rejection('forma_invalida', `pins.${key} no es 0 ni 1`));
    else if (estado !== 0 && estado !== 1) refuse(rejection('valor_fuera_de_rango', `pins.${key} = ${estado}`));
    else if (pin < PINS_PER_HALF) sample[estado ? 'on_lo' : 'off_lo'] |= 1 << pin;
    else sample[estado ? 'on_hi' : 'off_hi'] |= 1 << (pin - PINS_PER_HALF);
  }
};

const addSensors = (sample: Sample, sensors: unknown, refuse: Refuse): void => {
  if (sensors === undefined || sensors === null) return;
  if (!isObject(sensors)) return refuse(rejection('forma_invalida', 'sensors no es un objeto'));
  for (const key in sensors) {
    const pin = pinOf(key);
    const sensor = sensors[key];
    if (pin < 0) refuse(rejection('pin_inexistente', `sensors.${key}`));
    else if (!isObject(sensor)) refuse(rejection('forma_invalida', `sensors.${key} no es un objeto`));
    else {
      const { t, h } = sensor;
      const reading: SensorReading = { pin };
      if (t !== undefined) reading.t = hundredthsOf(t, 't', `sensors.${key}.t`, refuse);
      if (h !== undefined) reading.h = hundredthsOf(h, 'h', `sensors.${key}.h`, refuse);
      if (t !== undefined || h !== undefined) sample.sensores.push(reading);
    }
  }
};

const addValues = (sample: Sample, values: unknown, refuse: Refuse): void => {
  if (values === undefined || values === null) return;
  if (!isObject(values)) return refuse(rejection('forma_invalida', 'values no es un objeto'));
  for (const key in values) {
    const n = Number(key);
    const valor = values[key];
    if (String(n) !== key || !Number.isInteger(n) || n < 1 || n > PUNTO_N_MAX)
      refuse(rejection('forma_invalida', `values.${key}: los puntos van de 1 a ${PUNTO_N_MAX}`));
    else if (valor !== null && typeof valor !== 'number')
      refuse(rejection('forma_invalida', `values.${key} no es un número`));
    else sample.valores.push({ n, valor });
  }
};

/** Temperature (°C) or relative humidity (%). */
export type Magnitude = 't' | 'h';

/**
 * What any sensor in the field can mean; a DHT22 gives −40…80 °C and 0…100 %. In fog a hygrometer reads a little over 100 %, which is
 * 100 %: `most`.
 */
const LIMITS: Record<Magnitude, { min: number; max: number; most: number }> = {
  t: { min: -100, max: 150, most: 150 },
  h: { min: 0, max: 105, most: 100 },
};

/**
 * What a DS18B20 says that has not measured since it got its power, °C: no value, whatever firmware reads it. Sources: Maxim's DS18B20 data
 * sheet; Tasmota's issues 2168 and 9640; home-assistant/core, issue 177168 (Shelly).
 */
export const UNMEASURED_C = 85;

/** Hundredths of a sensor's value; null = it gave none, or one that cannot be, which is refused. */
export const hundredthsOf = (value: unknown, magnitude: Magnitude, campo: string, refuse: Refuse): number | null => {
  if (value === null) return null;
  const { min, max, most } = LIMITS[magnitude];
  if (typeof value !== 'number') refuse(rejection('forma_invalida', `${campo} no es un número`));
  else if (!(value >= min && value <= max)) refuse(rejection('valor_fuera_de_rango', `${campo} = ${value}`));
  else if (magnitude === 't' && value === UNMEASURED_C)
    refuse(rejection('valor_fuera_de_rango', `${campo} = ${value}: el sensor aún no ha medido`));
  // `+ 0` turns −0 into 0, as JSON would.
  else return Math.round(Math.min(value, most) * 100) + 0;
  return null;
};
