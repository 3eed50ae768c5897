import { existeRelevador, prefijoDe } from '@acequia/contracts';
import { esObjeto, rechazo, textoSeguro, type Json } from '../../decoded.js';
import type { Codec, Dicho, Envio } from '../dialect.js';
import { objetoDe, palabraDe, Said } from '../said.js';

const prefijo = (numero: number): string => prefijoDe('tasmota', numero);

/** `POWER` is how a device with one relay calls `POWER1`. */
const RELEVADOR = /^POWER([1-9]\d?)?$/;
const relevadorDe = (nombre: string): number | null => {
  const match = RELEVADOR.exec(nombre);
  return match ? Number(match[1] ?? 1) : null;
};

/** Of several sensors of one kind Tasmota tells the number: `AM2301-04`, `DS18B20_2`. */
const NUMERADO = /[-_](\d{1,2})$/;
const sensorDe = (nombre: string): number => Number(NUMERADO.exec(nombre)?.[1] ?? 1);
/** Temperatures of the chip and of the meter, not of the field. */
const PROPIOS = new Set(['ESP32', 'ENERGY', 'ANALOG']);

/**
 * Longest that PulseTime can hold, s, and the relays that have one of their own: on small builds relays 9–16 share those
 * of 1–8. Source: Tasmota documentation, Commands, "PulseTime".
 */
export const PULSO_MAXIMO_S = 64_800;
const PULSO_RELEVADORES = 8;

/** PulseTime's number for a time in seconds: tenths up to 11 s, then seconds + 100. Longer than it can hold = its longest. */
export const pulsoDe = (segundos: number): number => {
  const s = Math.min(Math.max(1, Math.round(segundos)), PULSO_MAXIMO_S);
  return s <= 11 ? s * 10 : s + 100;
};

const aCelsius = (valor: unknown, unidad: unknown): unknown =>
  unidad === 'F' && typeof valor === 'number' ? ((valor - 32) * 5) / 9 : valor;

const state = (payload: Buffer, said: Said): Said => {
  const json = objetoDe(payload, said);
  if (!json) return said;
  relays(json, said);
  const senal = esObjeto(json['Wifi']) ? json['Wifi']['Signal'] : undefined;
  if (typeof senal === 'number' && Number.isInteger(senal) && senal >= -150 && senal <= 0) {
    said.status = { online: true, rssi: senal };
  }
  return said;
};

const relays = (json: Json, said: Said): void => {
  for (const nombre in json) {
    const pin = relevadorDe(nombre);
    if (pin === null) continue;
    const valor = json[nombre];
    if (valor === 'ON' || valor === 'OFF') said.relay(pin, valor === 'ON', nombre);
    else said.refuse(rechazo('forma_invalida', `${nombre} no es ON ni OFF`));
  }
};

const relay = (pin: number, payload: Buffer, said: Said): Said => {
  const on = palabraDe(payload, ['ON', 'OFF'], said);
  return on === null ? said : said.relay(pin, on, `POWER${pin}`);
};

/** Two sensors that would be the same one are both refused: a reading must not land on the wrong sensor. */
const sensors = (payload: Buffer, said: Said): Said => {
  const json = objetoDe(payload, said);
  if (!json) return said;
  const porNumero = new Map<number, [string, Json][]>();
  for (const nombre in json) {
    const valores = json[nombre];
    if (PROPIOS.has(nombre) || !esObjeto(valores)) continue;
    if (valores['Temperature'] === undefined && valores['Humidity'] === undefined) continue;
    const numero = sensorDe(nombre);
    porNumero.set(numero, [...(porNumero.get(numero) ?? []), [nombre, valores]]);
  }
  for (const [numero, iguales] of porNumero) {
    const [nombre, valores] = iguales[0] as [string, Json];
    if (iguales.length > 1) {
      const nombres = iguales.map(([otro]) => otro).join(', ');
      said.refuse(rechazo('forma_invalida', `Varios sensores ${numero}: ${nombres}`));
    } else {
      const { Temperature: t = null, Humidity: h = null } = valores;
      said.sensor(numero, aCelsius(t, json['TempUnit']), h, nombre);
    }
  }
  return said;
};

const info = (payload: Buffer, said: Said): Said => {
  const json = objetoDe(payload, said);
  const datos = esObjeto(json?.['Info1']) ? json['Info1'] : json;
  const { Version: fw, Module: model } = datos ?? {};
  said.status = {
    online: true,
    ...(typeof fw === 'string' && { fw: textoSeguro(fw, 32) }),
    ...(typeof model === 'string' && { model: textoSeguro(model, 32) }),
  };
  return said;
};

const present = (payload: Buffer, said: Said): Said => {
  const online = palabraDe(payload, ['Online', 'Offline'], said);
  if (online !== null) said.status = { online };
  return said;
};

const decode = (resto: string, payload: Buffer, now: number): Dicho | null => {
  const said = new Said(now);
  if (resto === 'tele/LWT') return present(payload, said).dicho;
  if (resto === 'tele/STATE' || resto === 'stat/RESULT') return state(payload, said).dicho;
  if (resto === 'tele/SENSOR') return sensors(payload, said).dicho;
  if (resto === 'tele/INFO1') return info(payload, said).dicho;
  const pin = resto.startsWith('stat/') ? relevadorDe(resto.slice('stat/'.length)) : null;
  return pin === null ? null : relay(pin, payload, said).dicho;
};

/** Tasmota with `FullTopic tasmota/%topic%/%prefix%/` and the board's number for `Topic`. */
export const tasmota: Codec = {
  dialecto: 'tasmota',
  reparto: ['tasmota/+/stat/+', 'tasmota/+/tele/STATE', 'tasmota/+/tele/SENSOR', 'tasmota/+/tele/INFO1'],
  presencia: 'tasmota/+/tele/LWT',
  mandos: ['tasmota/+/cmnd/+'],
  escucha: (numero) => [`${prefijo(numero)}/cmnd/#`],
  tolerado: ['tasmota/discovery/+/config', 'tasmota/discovery/+/sensors'],
  decode,
  // PulseTime stays in the device: from then on a button's ON ends by it too.
  orden: (numero, { pin, on, max_s }): Envio[] => {
    const topic = `${prefijo(numero)}/cmnd`;
    if (!existeRelevador('tasmota', pin)) return [];
    if (!on || max_s === undefined || pin > PULSO_RELEVADORES) {
      return [{ topic: `${topic}/POWER${pin}`, payload: on ? 'ON' : 'OFF' }];
    }
    return [{ topic: `${topic}/Backlog`, payload: `PulseTime${pin} ${pulsoDe(max_s)}; POWER${pin} ON` }];
  },
  pregunta: (numero) => [{ topic: `${prefijo(numero)}/cmnd/STATE`, payload: '' }],
};
