import type { ForeignDialecto } from '@acequia/contracts';
import { isObject, parseJson } from '../decoded.js';

/** As for what relays and sensors say: no message of these firmwares is larger. */
const MAX_BYTES = 64 * 1024;
/** No firmware nests deeper, and no message of one has more numbers. */
const DEPTH = 6;
const MOST = 300;

const gather = (value: unknown, path: string, found: Map<string, number>, depth: number): void => {
  if (found.size >= MOST || depth > DEPTH) return;
  if (typeof value === 'number') found.set(path, value);
  else if (typeof value === 'boolean') found.set(path, value ? 1 : 0);
  else if (isObject(value))
    for (const key in value) gather(value[key], path === '' ? key : `${path}.${key}`, found, depth + 1);
};

/** What of a message the paths begin at; null = nothing that is measured. */
const rootOf = (dialecto: ForeignDialecto, rest: string, json: unknown): Record<string, unknown> | null => {
  const [first, ...others] = rest.split('/');
  const last = others.at(-1);
  if (dialecto === 'esphome')
    return first === 'sensor' && last === 'state' ? { [others.slice(0, -1).join('/')]: json } : null;
  if (dialecto === 'tasmota') {
    if (!isObject(json)) return null;
    if (last === 'SENSOR' || last === 'STATE') return { [last]: json };
    return last === 'STATUS10' && isObject(json['StatusSNS']) ? { SENSOR: json['StatusSNS'] } : null;
  }
  if (!isObject(json)) return null;
  if (first === 'status') return last === undefined ? null : { [last]: json };
  const parts = rest === 'events/rpc' ? json['params'] : rest.endsWith('/rpc') ? json['result'] : null;
  return isObject(parts) ? parts : null;
};

/**
 * Every number of a message of another firmware, by its path: `SENSOR.SHT3X.Pressure` (Tasmota), `input:100.counts.total` (Shelly),
 * `water_pulses` (ESPHome); true is 1. `rest` = the topic after `<dialecto>/<numero>/`. Never throws.
 */
export const fieldsOf = (dialecto: ForeignDialecto, rest: string, payload: Buffer): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  const json = parseJson(payload, MAX_BYTES);
  const root = json.ok ? rootOf(dialecto, rest, json.value) : null;
  if (root) gather(root, '', found, 0);
  return found;
};
