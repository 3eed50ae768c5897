import { existeRelevador, prefijoDe } from '@acequia/contracts';
import { rechazo } from '../../decoded.js';
import type { Magnitud } from '../../telemetry.js';
import type { Codec, Dicho } from '../dialect.js';
import { palabraDe, Said } from '../said.js';

const prefijo = (numero: number): string => prefijoDe('esphome', numero);

/** ESPHome names its topics after its entities: these are the names that count, each with the number of its pin. */
const RELEVADOR = /^switch\/relevador_(0|[1-9]\d?)\/state$/;
const SENSOR = /^sensor\/(temperatura|humedad)_(0|[1-9]\d?)\/state$/;
const SENAL = 'sensor/wifi/state';
/** What a sensor that could not be read gives. */
const SIN_LECTURA = new Set(['nan', 'NaN', 'None', '']);
const NUMERO = /^-?\d{1,9}(\.\d{1,9})?$/;

/** null = the sensor could not be read; undefined = no number, which is noted. */
const numeroDe = (payload: Buffer, campo: string, said: Said): number | null | undefined => {
  const texto = payload.toString('latin1', 0, 32);
  if (SIN_LECTURA.has(texto)) return null;
  if (NUMERO.test(texto)) return Number(texto);
  said.refuse(rechazo('forma_invalida', `${campo} no es un número`));
  return undefined;
};

const decode = (resto: string, payload: Buffer, now: number): Dicho | null => {
  const said = new Said(now);
  if (resto === 'status') {
    const online = palabraDe(payload, ['online', 'offline'], said);
    if (online !== null) said.status = { online };
    return said.dicho;
  }
  const relevador = RELEVADOR.exec(resto);
  if (relevador) {
    const on = palabraDe(payload, ['ON', 'OFF'], said);
    if (on !== null) said.relay(Number(relevador[1]), on, `relevador_${relevador[1]}`);
    return said.dicho;
  }
  const sensor = SENSOR.exec(resto);
  if (sensor) {
    const [, nombre, pin] = sensor as unknown as [string, string, string];
    const magnitud: Magnitud = nombre === 'temperatura' ? 't' : 'h';
    const campo = `${nombre}_${pin}`;
    const valor = numeroDe(payload, campo, said);
    if (valor !== undefined) said.half(Number(pin), magnitud, valor, campo);
    return said.dicho;
  }
  if (resto !== SENAL) return null;
  const senal = numeroDe(payload, 'wifi', said);
  const rssi = typeof senal === 'number' ? Math.round(senal) : null;
  said.status = { online: true, ...(rssi !== null && rssi >= -150 && rssi <= 0 && { rssi }) };
  return said.dicho;
};

/** ESPHome with `topic_prefix: esphome/<number>`. It has no timer in its protocol, and cannot be asked for its state. */
export const esphome: Codec = {
  dialecto: 'esphome',
  reparto: ['esphome/+/switch/+/state', 'esphome/+/sensor/+/state'],
  presencia: 'esphome/+/status',
  mandos: ['esphome/+/switch/+/command'],
  escucha: (numero) => [`${prefijo(numero)}/switch/+/command`],
  tolerado: ['esphome/discover/+'],
  decode,
  orden: (numero, { pin, on }) =>
    existeRelevador('esphome', pin)
      ? [{ topic: `${prefijo(numero)}/switch/relevador_${pin}/command`, payload: on ? 'ON' : 'OFF' }]
      : [],
  pregunta: () => [],
};
