import type { Metricas, DispositivoReason } from '@acequia/contracts';
import { measurementOf, readMeter } from './meter.js';
import { list, number, object, text } from './unknown.js';

/** The cloud's report on one device. */
export interface Lectura {
  online: boolean;
  /** Channel 0: 1 on, 0 off, null when the device has no relay or did not report it. */
  salida: 0 | 1 | null;
  metricas: Metricas | null;
  /** Values of a meter row after its id and ts (contracts' MEASUREMENT_COLUMNS − 2); null when it is no meter. */
  measurement: (number | null)[] | null;
  /** The device's own clock, ms; null when not reported. */
  ts: number | null;
  motivo: DispositivoReason | null;
}

const onOff = (value: unknown): 0 | 1 | null => (typeof value === 'boolean' ? (value ? 1 : 0) : null);

/** `_updated` is UTC without a zone ("2021-10-19 07:59:18"); Gen2 also reports its clock in `sys`, Gen1 in `unixtime`. */
const clockOf = (status: Record<string, unknown>): number | null => {
  const updated = text(status['_updated']);
  const parsed =
    updated && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(updated) ? Date.parse(`${updated.replace(' ', 'T')}Z`) : NaN;
  if (Number.isFinite(parsed)) return parsed;
  const seconds = number(object(status['sys'])['unixtime']) ?? number(status['unixtime']);
  return seconds !== null && seconds > 1_000_000_000 ? Math.round(seconds * 1_000) : null;
};

/** Power of a relay that measures: a missing value is not 0 W, and a value the device marks invalid is dropped. */
const relayMetrics = (status: Record<string, unknown>): Metricas | null => {
  const sw = object(status['switch:0']);
  const gen1 = object(list(status['meters'])[0]);
  const power = number(sw['apower']) ?? (gen1['is_valid'] === false ? null : number(gen1['power']));
  const temp = number(object(sw['temperature'])['tC']) ?? number(object(status['temperature:0'])['tC']);
  const voltaje_a = number(sw['voltage']);
  const corriente_a = number(sw['current']);
  if ([power, temp, voltaje_a, corriente_a].every((value) => value === null)) return null;
  return { potencia_activa: power, voltaje_a, corriente_a, energia: number(object(sw['aenergy'])['total']), temp };
};

/** Reads every format of status: Gen1 `relays`, Gen2+ `switch:0`, Pro 3EM `em:0` or `em1:0..2`. */
export const readStatus = (status: Record<string, unknown>): Omit<Lectura, 'online'> => {
  const ts = clockOf(status);
  const meter = readMeter(status);
  const salida = onOff(object(status['switch:0'])['output']) ?? onOff(object(list(status['relays'])[0])['ison']);
  const metricas = meter?.metricas ?? relayMetrics(status);
  return {
    salida,
    metricas: metricas && { ...metricas, fecha: ts === null ? null : new Date(ts).toISOString() },
    measurement: meter && measurementOf(meter.metricas),
    ts,
    motivo: meter?.falla ? 'medidor_con_falla' : null,
  };
};

export const DISCONNECTED: Lectura = {
  online: false,
  salida: null,
  metricas: null,
  measurement: null,
  ts: null,
  motivo: 'sin_conexion',
};
