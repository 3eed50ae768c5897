import { pinExists } from '@acequia/contracts';
import { isObject, rejection, type Json } from '../../decoded.js';
import { numbered, type Probes, type Sighting } from '../probes.js';
import { objectOf, type Said } from '../said.js';

/** Temperatures of the chip and of the meter, not of the field. */
const OWN_ONES = new Set(['ESP32', 'ENERGY']);
/** With several sensors of one kind Tasmota appends a number, the GPIO or the I²C address, after `-` or, with SetOption64, `_`. */
const SUFFIX = /^(.+)[-_](?:0x([0-9A-F]{2})|([0-9A-F]{1,2}))$/i;
/** Sensors on one wire, which Tasmota numbers anew by their addresses at each start. Source: its issue 5121. */
const ON_ONE_WIRE = /^(DS18|MAX31850)/;
const ANALOG_TEMPERATURE = /^Temperature(\d*)$/;

interface Values {
  Temperature?: unknown;
  Humidity?: unknown;
}

/** `tele/SENSOR`: each sensor keeps the number that it first had; what cannot be told from another is refused. */
export const sensors = (payload: Buffer, said: Said, known: Probes): Said => {
  const json = objectOf(payload, said);
  if (!json) return said;
  const seen = Object.keys(json).flatMap((name) => {
    const values = json[name];
    return OWN_ONES.has(name) || !isObject(values) ? [] : sightings(name, values, said, known);
  });
  const { numbers, learned, clashing, left } = numbered(seen, known);
  for (const [key, number] of learned) said.learned.set(key, number);
  for (const same of clashing) {
    const names = same.map(({ name }) => name).join(', ');
    said.refuse(rejection('forma_invalida', `Varios sensores ${same[0]?.wanted}: ${names}`));
  }
  for (const { name } of left) said.refuse(rejection('pin_inexistente', `${name}: la placa ya no tiene número libre`));
  for (const [number, { name, values }] of numbers) {
    const { Temperature: t, Humidity: h } = values;
    if (t !== undefined) said.value(number, 't', toCelsius(t, json['TempUnit']), name);
    if (h !== undefined) said.value(number, 'h', h, name);
  }
  return said;
};

const sightings = (name: string, values: Json, said: Said, known: Probes): Sighting<Values>[] => {
  if (name === 'ANALOG') return analog(values);
  if (values['Temperature'] === undefined && values['Humidity'] === undefined) {
    const nested = Object.values(values).some((one) => isObject(one) && 'Temperature' in one);
    if (nested) said.refuse(rejection('forma_invalida', `${name}: sus sensores no se distinguen`));
    return [];
  }
  const [, kind = name, address, digits] = SUFFIX.exec(name) ?? [];
  const number = digits !== undefined && /^\d+$/.test(digits) && pinExists(Number(digits)) ? Number(digits) : null;
  const id = values['Id'];
  if (typeof id === 'string' && id !== '') {
    return [{ key: `id:${id}`.slice(0, MAX_KEY), name, wanted: number ?? 1, own: true, values }];
  }
  const addressed = address !== undefined || (digits !== undefined && number === null);
  const numberOnWire = ON_ONE_WIRE.test(name) && digits !== undefined;
  if (numberOnWire || (!addressed && number === null && hasNamesakes(kind, known))) {
    said.refuse(rejection('forma_invalida', `${name}: sin Id ni dirección no se distingue de los otros`));
    return [];
  }
  const key = addressed ? `${kind}@${(address ?? digits ?? '').toUpperCase()}` : name.replace('_', '-');
  return [{ key: key.slice(0, MAX_KEY), name, wanted: addressed ? null : (number ?? 1), own: addressed, values }];
};

/** A name without an address is one of those that had one, nobody knows which. */
const hasNamesakes = (kind: string, known: Probes): boolean =>
  [...known.keys()].some((key) => key.startsWith(`${kind}@`) || (key.startsWith('id:') && ON_ONE_WIRE.test(kind)));

/** Thermistors on analog inputs: `Temperature`, or `Temperature1` and further. */
const analog = (values: Json): Sighting<Values>[] =>
  Object.keys(values).flatMap((field) => {
    const match = ANALOG_TEMPERATURE.exec(field);
    if (!match) return [];
    const key = `ANALOG@${match[1] || 1}`;
    return [{ key, name: `ANALOG ${field}`, wanted: null, own: true, values: { Temperature: values[field] } }];
  });

const MAX_KEY = 40;

export const toCelsius = (value: unknown, unit: unknown): unknown =>
  unit === 'F' && typeof value === 'number' ? ((value - 32) * 5) / 9 : value;
