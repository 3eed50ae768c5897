import { relayExists, prefixOf } from '@acequia/contracts';
import { isObject, rejection, safeText, type Json } from '../../decoded.js';
import type { Codec, Report, Sending } from '../dialect.js';
import type { Probes } from '../probes.js';
import { objectOf, wordOf, Said } from '../said.js';
import { sensors } from './sensors.js';

const NONE: Probes = new Map();

const prefix = (numero: number): string => prefixOf('tasmota', numero);

/** A device with one relay calls it `POWER` instead of `POWER1`. */
const RELAY = /^POWER([1-9]\d?)?$/;
const relayOf = (nombre: string): number | null => {
  const match = RELAY.exec(nombre);
  return match ? Number(match[1] ?? 1) : null;
};

/**
 * Longest PulseTime, s, and the relays with a PulseTime of their own: on small builds relays 9–16 share those of 1–8. Source:
 * Tasmota documentation, Commands, "PulseTime".
 */
export const MAX_PULSE_S = 64_800;
const RELAY_PULSES = 8;

/** PulseTime's encoding of a time in seconds: tenths up to 11 s, then seconds + 100. A longer time is cut to the maximum. */
export const pulseOf = (segundos: number): number => {
  const s = Math.min(Math.max(1, Math.round(segundos)), MAX_PULSE_S);
  return s <= 11 ? s * 10 : s + 100;
};

const state = (payload: Buffer, said: Said): Said => {
  const json = objectOf(payload, said);
  if (!json) return said;
  relays(json, said);
  upgrading(json['Upgrade'], said);
  const signal = isObject(json['Wifi']) ? json['Wifi']['Signal'] : undefined;
  if (typeof signal === 'number' && Number.isInteger(signal) && signal >= -150 && signal <= 0) {
    said.status = { online: true, rssi: signal };
  }
  return said;
};

const relays = (json: Json, said: Said): void => {
  for (const nombre in json) {
    const pin = relayOf(nombre);
    if (pin === null) continue;
    const valor = json[nombre];
    if (valor === 'ON' || valor === 'OFF') said.relay(pin, valor === 'ON', nombre);
    else said.refuse(rejection('forma_invalida', `${nombre} no es ON ni OFF`));
  }
};

/**
 * `Version 13.1.0(tasmota) from http://…` answers the command, and `1 or >13.1.0(tasmota) to upgrade` one that it does not obey;
 * `Successful. Restarting` and `Failed …` tell its end. Source: Tasmota, "Upgrade" in support_command.ino, and support_tasmota.ino.
 */
const upgrading = (text: unknown, said: Said): void => {
  if (typeof text !== 'string') return;
  if (text.startsWith('Successful')) said.update = { fase: 'restarting', exito: true };
  else if (text.startsWith('Failed') || text.endsWith('to upgrade'))
    said.update = { fase: 'failed', detalle: safeText(text, 120) };
  else if (text.includes(' from ')) said.update = { fase: 'loading' };
};

const upgrade = (payload: Buffer, said: Said): Said => {
  upgrading(objectOf(payload, said)?.['Upgrade'], said);
  return said;
};

/** The answer to `Status 2`. */
const firmware = (payload: Buffer, said: Said): Said => {
  const json = objectOf(payload, said);
  const told = isObject(json?.['StatusFWR']) ? json['StatusFWR']['Version'] : undefined;
  if (typeof told !== 'string') return said;
  const fw = safeText(told, 32);
  said.status = { online: true, fw };
  said.update = { version: fw };
  return said;
};

const relay = (pin: number, payload: Buffer, said: Said): Said => {
  const on = wordOf(payload, ['ON', 'OFF'], said);
  return on === null ? said : said.relay(pin, on, `POWER${pin}`);
};

const info = (payload: Buffer, said: Said): Said => {
  const json = objectOf(payload, said);
  const data = isObject(json?.['Info1']) ? json['Info1'] : json;
  const { Version: fw, Module: model } = data ?? {};
  said.status = {
    online: true,
    ...(typeof fw === 'string' && { fw: safeText(fw, 32) }),
    ...(typeof model === 'string' && { model: safeText(model, 32) }),
  };
  // It is sent once, at a start.
  said.update = { arranco: true, ...(typeof fw === 'string' && { version: safeText(fw, 32) }) };
  return said;
};

const present = (payload: Buffer, said: Said): Said => {
  const online = wordOf(payload, ['Online', 'Offline'], said);
  if (online !== null) said.status = { online };
  return said;
};

const decode = (rest: string, payload: Buffer, now: number, known: Probes = NONE): Report | null => {
  const said = new Said(now);
  if (rest === 'tele/LWT') return present(payload, said).report;
  if (rest === 'tele/STATE' || rest === 'stat/RESULT') return state(payload, said).report;
  if (rest === 'tele/SENSOR') return sensors(payload, said, known).report;
  if (rest === 'tele/INFO1') return info(payload, said).report;
  if (rest === 'stat/UPGRADE') return upgrade(payload, said).report;
  if (rest === 'stat/STATUS2') return firmware(payload, said).report;
  const pin = rest.startsWith('stat/') ? relayOf(rest.slice('stat/'.length)) : null;
  return pin === null ? null : relay(pin, payload, said).report;
};

/** Tasmota with `FullTopic tasmota/%topic%/%prefix%/` and the board's number for `Topic`. */
export const tasmota: Codec = {
  dialecto: 'tasmota',
  states: ['tasmota/+/stat/+', 'tasmota/+/tele/STATE', 'tasmota/+/tele/SENSOR', 'tasmota/+/tele/INFO1'],
  kept: [],
  presence: 'tasmota/+/tele/LWT',
  commandTopics: ['tasmota/+/cmnd/+'],
  listening: (numero) => [`${prefix(numero)}/cmnd/#`],
  tolerated: ['tasmota/discovery/+/config', 'tasmota/discovery/+/sensors'],
  decode,
  // PulseTime stays set in the device: later a button's ON ends by it too.
  orden: (numero, { pin, on, max_s }): Sending[] => {
    const topic = `${prefix(numero)}/cmnd`;
    if (!relayExists('tasmota', pin)) return [];
    if (!on || max_s === undefined || pin > RELAY_PULSES) {
      return [{ topic: `${topic}/POWER${pin}`, payload: on ? 'ON' : 'OFF' }];
    }
    return [{ topic: `${topic}/Backlog`, payload: `PulseTime${pin} ${pulseOf(max_s)}; POWER${pin} ON` }];
  },
  question: (numero) => [{ topic: `${prefix(numero)}/cmnd/STATE`, payload: '' }],
  update: (numero, _attempt, install) =>
    install.tipo === 'url'
      ? [{ topic: `${prefix(numero)}/cmnd/Backlog`, payload: `OtaUrl ${install.url}; Upgrade 1` }]
      : [],
  versionQuestion: (numero) => [{ topic: `${prefix(numero)}/cmnd/STATUS`, payload: '2' }],
};
