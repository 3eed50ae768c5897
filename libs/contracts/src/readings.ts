/**
 * The `readings` stream: device-gateway → telemetry-history (durable Redis); several shards have one each ({@link
 * readingsStreams}). One entry holds one append batch. Rows are flat arrays of integers, so that the hot path neither allocates an
 * object per sample nor parses a sample twice; the gateway has already validated them.
 */
export const READINGS_STREAM = '{readings}';
export const READINGS_GROUP = 'telemetry-history';
/** Field of the entry that holds the JSON of a {@link ReadingBatch}. */
export const READINGS_FIELD = 'b';

/** Columns of a sensor row: placa_id, pin, ts (ms), temperatura and humedad in hundredths (null = not given). */
export const LECTURA_COLUMNS = 5;
/** Columns of a state row: placa_id, ts (ms), pins that are on and pins that are off, each as a bit mask in two halves. */
export const ESTADO_COLUMNS = 6;

/**
 * Columns of a meter row: dispositivo_id, ts (ms), then the values of {@link MEASUREMENT_FIELDS}. Integers, scaled by {@link
 * MEASUREMENT_SCALE}; null = the meter gave no value.
 */
export const MEASUREMENT_COLUMNS = 22;
/** Factor of each unit in a meter row. */
export const MEASUREMENT_SCALE = { v: 100, a: 1_000, w: 100, va: 100, fp: 1_000, c: 100, wh: 100 } as const;

/** Momentary values of a meter in row order, with their unit. */
export const MEASUREMENT_MAGNITUDES = [
  ['voltaje_a', 'v'],
  ['voltaje_b', 'v'],
  ['voltaje_c', 'v'],
  ['corriente_a', 'a'],
  ['corriente_b', 'a'],
  ['corriente_c', 'a'],
  ['potencia_activa_a', 'w'],
  ['potencia_activa_b', 'w'],
  ['potencia_activa_c', 'w'],
  ['potencia_aparente_a', 'va'],
  ['potencia_aparente_b', 'va'],
  ['potencia_aparente_c', 'va'],
  ['factor_potencia_a', 'fp'],
  ['factor_potencia_b', 'fp'],
  ['factor_potencia_c', 'fp'],
  ['total_act_power', 'w'],
  ['total_aparent_power', 'va'],
  ['temp', 'c'],
] as const satisfies readonly (readonly [string, keyof typeof MEASUREMENT_SCALE])[];
/** The meter's own counters, at the end of the row: Wh consumed and Wh returned. */
export const MEASUREMENT_COUNTERS = ['energia', 'energia_devuelta'] as const;
/** Every value of a meter row after dispositivo_id and ts, in order. */
export const MEASUREMENT_FIELDS = [...MEASUREMENT_MAGNITUDES.map(([campo]) => campo), ...MEASUREMENT_COUNTERS] as const;

export type MeasurementField = (typeof MEASUREMENT_FIELDS)[number];
export type MeasurementUnit = keyof typeof MEASUREMENT_SCALE;
/** The unit of each value of a meter row. */
export const measurementUnit = (campo: MeasurementField): MeasurementUnit =>
  MEASUREMENT_MAGNITUDES.find(([name]) => name === campo)?.[1] ?? 'wh';

export type MeasurementMagnitude = (typeof MEASUREMENT_MAGNITUDES)[number][0];
export type MeasurementCounter = (typeof MEASUREMENT_COUNTERS)[number];

/** Columns of a value of a point: what decides its shard (the board; without one the point), punto_id, ts (ms), the value as its magnitude keeps it (null = the sensor gives none). */
export const VALOR_COLUMNS = 4;

export interface ReadingBatch {
  v: 1;
  /** placa_id, pin, ts, t|null, h|null, … */
  l: (number | null)[];
  /** placa_id, ts, on_lo, on_hi, off_lo, off_hi, … : pin n is bit n of lo (n < 20) or bit n − 20 of hi. */
  e: number[];
  /** Meter samples of the relay cloud, {@link MEASUREMENT_COLUMNS} a row; absent = none. */
  m?: (number | null)[];
  /** Values of points, {@link VALOR_COLUMNS} a row; absent = none. */
  p?: (number | null)[];
  /** When the gateway accepted the batch, ms: measures the time from publish to commit. */
  at: number;
}

/** Pins per half: 20 + 20 covers GPIO 0–39 and keeps each half a small integer. */
export const PINS_PER_HALF = 20;
/** Samples are accepted back to this many days unless `RETENTION_DAYS` says otherwise; older ones are dead-lettered. */
export const RETENTION_DAYS_DEFAULT = 1_095;
/** A sample further ahead of the server than this is refused (`reloj_adelantado`). */
export const MAX_CLOCK_AHEAD_MS = 5 * 60_000;
