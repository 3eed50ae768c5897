import { relayExists, prefixOf } from '@acequia/contracts';
import { rejection } from '../../decoded.js';
import type { Magnitude } from '../../telemetry.js';
import type { Codec, Report } from '../dialect.js';
import { wordOf, Said } from '../said.js';

const prefix = (numero: number): string => prefixOf('esphome', numero);

/** ESPHome names its topics after its entities: only these names count, each with the number of its pin. */
const RELAY = /^switch\/relevador_(0|[1-9]\d?)\/state$/;
const SENSOR = /^sensor\/(temperatura|humedad)_(0|[1-9]\d?)\/state$/;
const SIGNAL = 'sensor/wifi/state';
/** Payloads of a sensor that could not be read. */
export const NO_READING = new Set(['nan', 'NaN', 'None', '']);
const NUMERO = /^-?\d{1,9}(\.\d{1,9})?$/;

/** null = the sensor could not be read; undefined = not a number, which is recorded as a problem. */
const numeroDe = (payload: Buffer, campo: string, said: Said): number | null | undefined => {
  const texto = payload.toString('latin1', 0, 32);
  if (NO_READING.has(texto)) return null;
  if (NUMERO.test(texto)) return Number(texto);
  said.refuse(rejection('forma_invalida', `${campo} no es un número`));
  return undefined;
};

const decode = (rest: string, payload: Buffer, now: number): Report | null => {
  const said = new Said(now);
  if (rest === 'status') {
    const online = wordOf(payload, ['online', 'offline'], said);
    if (online !== null) said.status = { online };
    return said.report;
  }
  const relay = RELAY.exec(rest);
  if (relay) {
    const on = wordOf(payload, ['ON', 'OFF'], said);
    if (on !== null) said.relay(Number(relay[1]), on, `relevador_${relay[1]}`);
    return said.report;
  }
  const sensor = SENSOR.exec(rest);
  if (sensor) {
    const [, nombre, pin] = sensor as unknown as [string, string, string];
    const magnitude: Magnitude = nombre === 'temperatura' ? 't' : 'h';
    const campo = `${nombre}_${pin}`;
    const valor = numeroDe(payload, campo, said);
    if (valor !== undefined) said.value(Number(pin), magnitude, valor, campo);
    return said.report;
  }
  if (rest !== SIGNAL) return null;
  const signal = numeroDe(payload, 'wifi', said);
  const rssi = typeof signal === 'number' ? Math.round(signal) : null;
  said.status = { online: true, ...(rssi !== null && rssi >= -150 && rssi <= 0 && { rssi }) };
  return said.report;
};

/** ESPHome with `topic_prefix: esphome/<number>`. Its protocol has no timer and no request for the state. */
export const esphome: Codec = {
  dialecto: 'esphome',
  states: ['esphome/+/switch/+/state', 'esphome/+/sensor/+/state', 'esphome/+/binary_sensor/+/state'],
  kept: ['esphome/+/switch/+/state'],
  presence: 'esphome/+/status',
  commandTopics: ['esphome/+/switch/+/command'],
  listening: (numero) => [`${prefix(numero)}/switch/+/command`],
  tolerated: ['esphome/discover/+'],
  decode,
  orden: (numero, { pin, on }) =>
    relayExists('esphome', pin)
      ? [{ topic: `${prefix(numero)}/switch/relevador_${pin}/command`, payload: on ? 'ON' : 'OFF' }]
      : [],
  question: () => [],
  // It takes a firmware only from its own tools and pages: MQTT has no word for it.
  update: () => [],
  versionQuestion: () => [],
};
