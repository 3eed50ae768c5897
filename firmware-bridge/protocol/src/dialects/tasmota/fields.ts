import { isObject, type Json } from '../../decoded.js';
import { toCelsius } from './sensors.js';

const NUMBERED = /^(.+?)(?:[-_]\d{1,2})?$/;

/** Sensors on one wire are numbered anew at each start, their `Id` stays: `DS18B20:0000000000A1`. Source: Tasmota's issue 5121. */
export const steadyName = (name: string, values: unknown): string => {
  const id = isObject(values) ? values['Id'] : undefined;
  return typeof id === 'string' && id !== '' ? `${NUMBERED.exec(name)?.[1] ?? name}:${id}` : name;
};

/** hPa in each of Tasmota's units of pressure (`SetOption24`, `PressureUnit`). */
const HPA: ReadonlyMap<unknown, number> = new Map([
  ['mmHg', 1.333_223_9],
  ['inHg', 33.863_89],
]);
const TEMPERATURE = /^(Temperature\d*|DewPoint)$/;
const PRESSURE = /^(Sea)?Pressure$/;

/** A sensor's values in °C and hPa, whatever units its message says. */
export const inOurUnits = (values: unknown, { TempUnit, PressureUnit }: Json): unknown => {
  const hPa = HPA.get(PressureUnit);
  if (!isObject(values) || (TempUnit !== 'F' && hPa === undefined)) return values;
  const converted = Object.entries(values).map(([name, value]) => {
    if (TEMPERATURE.test(name)) return [name, toCelsius(value, TempUnit)];
    return [name, PRESSURE.test(name) && typeof value === 'number' ? value * (hPa ?? 1) : value];
  });
  return Object.fromEntries(converted);
};
