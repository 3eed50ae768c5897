import type { ForeignDialecto } from '@acequia/contracts';
import { isObject, type Json, parseJson } from '../decoded.js';
import { UNMEASURED_C } from '../telemetry.js';
import { NO_READING } from './esphome/esphome.js';
import { inOurUnits, steadyName } from './tasmota/fields.js';

/** As for what relays and sensors say: no message of these firmwares is larger. */
const MAX_BYTES = 64 * 1024;
/** No firmware nests deeper, and no message of one has more numbers. */
const DEPTH = 6;
const MOST = 300;

/** A number of a message; null = its sensor has no value. */
export type Fields = ReadonlyMap<string, number | null>;

/** `lists`: of numbers, as Tasmota writes the phases of a meter. */
const gather = (value: unknown, path: string, found: Map<string, number | null>, lists: boolean, depth = 0): void => {
  if (found.size >= MOST || depth > DEPTH) return;
  if (typeof value === 'number' || value === null) found.set(path, value);
  else if (typeof value === 'boolean') found.set(path, value ? 1 : 0);
  else if (isObject(value) || (lists && Array.isArray(value)))
    for (const key in value)
      gather((value as Json)[key], path === '' ? key : `${path}.${key}`, found, lists, depth + 1);
};

/** A DS18B20, as Tasmota names it and as Shelly's add-on numbers its sensors. */
const PROBE = /^(DS18|temperature:1\d\d$)/;

/** Without the temperature of a probe that has not measured yet. */
const measured = (name: string, values: unknown): unknown => {
  const isUnmeasured = isObject(values) && [values['Temperature'], values['tC']].includes(UNMEASURED_C);
  if (!isUnmeasured || !PROBE.test(name)) return values;
  const temperatures = Object.keys(values).filter((key) => /^(Temperature|t[CF])$/.test(key));
  return { ...values, ...Object.fromEntries(temperatures.map((key) => [key, null])) };
};

const ofTasmota = (last: string | undefined, json: unknown): Json | null => {
  if (!isObject(json)) return null;
  if (last === 'STATE') return { STATE: json };
  const sensor = last === 'SENSOR' ? json : last === 'STATUS10' ? json['StatusSNS'] : null;
  if (!isObject(sensor)) return null;
  // Of some models they stand beside TempUnit itself, in no sensor of their own.
  const named = Object.entries(inOurUnits(sensor, sensor) as Json).map(([name, values]) => [
    steadyName(name, values),
    measured(name, inOurUnits(values, sensor)),
  ]);
  return { SENSOR: Object.fromEntries(named) as Json };
};

const ofShelly = (rest: string, json: unknown): Json | null => {
  if (!isObject(json)) return null;
  const parts = rest === 'events/rpc' ? json['params'] : rest.endsWith('/rpc') ? json['result'] : null;
  const told = rest.startsWith('status/') ? { [rest.slice('status/'.length)]: json } : parts;
  if (!isObject(told)) return null;
  // Beside the components stands the time of the message, which is no value of one.
  const components = Object.entries(told).filter(([, part]) => isObject(part));
  return Object.fromEntries(components.map(([name, part]) => [name, measured(name, part)]));
};

/** ESPHome writes plain words: a number, `nan`, ON or OFF. */
const ofEsphome = (rest: string, payload: Buffer): Json | null => {
  const [, kind, name] = /^(sensor|binary_sensor)\/([^/]+)\/state$/.exec(rest) ?? [];
  if (name === undefined) return null;
  const word = payload.toString('latin1', 0, 32);
  if (kind === 'binary_sensor')
    return word === 'ON' || word === 'OFF' ? { [`binary_sensor/${name}`]: word === 'ON' } : null;
  if (NO_READING.has(word)) return { [name]: null };
  const json = parseJson(payload, MAX_BYTES);
  return json.ok ? { [name]: json.value } : null;
};

/**
 * Every number of a message of another firmware, by its path: `SENSOR.SHT3X.Pressure`, `SENSOR.ENERGY.Power.0` (Tasmota),
 * `input:100.counts.total` (Shelly), `water_pulses`, `binary_sensor/float` (ESPHome); true and ON are 1. `rest` = the topic after
 * `<dialecto>/<numero>/`. Never throws.
 */
export const fieldsOf = (dialecto: ForeignDialecto, rest: string, payload: Buffer): Fields => {
  const found = new Map<string, number | null>();
  if (dialecto === 'esphome') gather(ofEsphome(rest, payload) ?? {}, '', found, false);
  else {
    const json = parseJson(payload, MAX_BYTES);
    const value = json.ok ? json.value : null;
    const isTasmota = dialecto === 'tasmota';
    gather((isTasmota ? ofTasmota(rest.split('/').at(-1), value) : ofShelly(rest, value)) ?? {}, '', found, isTasmota);
  }
  return found;
};
