import { relayExists, prefixOf } from '@acequia/contracts';
import { isObject, rejection, safeText, type Json } from '../../decoded.js';
import type { Codec, RelayChange, Sending, UpdateWords } from '../dialect.js';
import { objectOf, wordOf, Said } from '../said.js';

const prefix = (numero: number): string => prefixOf('shelly', numero);
/** Shelly answers to `<src>/rpc`: a name below the board's own prefix keeps the answers within what the board may write to. */
const NOMBRE = 'acequia';

/** Components of an energy meter; its `temperature:0` is its own. Source: Shelly Gen2 API documentation, EM and EM1. */
const METER = /^em1?(data)?:\d$/;
const METER_KEY = 'em';

const COMPONENT = /^(switch|temperature|humidity):(0|[1-9]\d{0,2})$/;
/** Sensors of the add-on are numbered from 100: they become pins 32 and up. */
const ADD_ON = 100;
const ADD_ON_PIN = 32;
const pinDeSensor = (id: number): number => (id >= ADD_ON ? id - ADD_ON + ADD_ON_PIN : id);

/**
 * How long a `status/switch:<n>` does not take back what the same relay's notification told, ms: firmware 2.0 sends one from before the
 * change some 6 ms after the notification, and the true one up to 30 s later. Source: ioBroker.shelly on GitHub, issues 1542, 1592, 1594.
 */
const STALE_MS = 5_000;

/** One component's status, complete or only what changed: a missing output is not an OFF. */
const component = (nombre: string, valor: unknown, said: Said): void => {
  if (nombre === 'wifi' || nombre === 'sys') return told(valor, said);
  const match = COMPONENT.exec(nombre);
  if (!match) return;
  if (!isObject(valor)) return void said.refuse(rejection('forma_invalida', `${nombre} no es un objeto`));
  const id = Number(match[2]);
  if (match[1] === 'switch') return relay(id, valor['output'], nombre, said);
  const magnitude = match[1] === 'temperature' ? 't' : 'h';
  const measure = valor[magnitude === 't' ? 'tC' : 'rh'];
  if (measure === undefined || (id < ADD_ON && said.learned.has(METER_KEY))) return;
  said.value(pinDeSensor(id), magnitude, measure, nombre);
};

const relay = (id: number, output: unknown, nombre: string, said: Said): void => {
  if (output === undefined) return;
  if (typeof output === 'boolean') said.relay(id, output, nombre);
  else said.refuse(rejection('forma_invalida', `${nombre}.output no es verdadero ni falso`));
};

const told = (valor: unknown, said: Said): void => {
  const rssi = isObject(valor) ? valor['rssi'] : undefined;
  if (typeof rssi === 'number' && Number.isInteger(rssi) && rssi >= -150 && rssi <= 0) {
    said.status = { online: true, rssi };
  }
};

const components = (estado: Json, said: Said): void => {
  if (Object.keys(estado).some((nombre) => METER.test(nombre))) said.learned.set(METER_KEY, null);
  for (const nombre in estado) component(nombre, estado[nombre], said);
};

/** Ids of calls that install a firmware begin with this. */
const UPDATE_ID = 'act-';

/**
 * Source: Shelly Gen2 API documentation, Sys, "Events"; their fields as Home Assistant reads them (components/shelly: `OTA_BEGIN`,
 * `OTA_PROGRESS` with `progress_percent`, `OTA_SUCCESS`, `OTA_ERROR`).
 */
const EVENTS: Readonly<Record<string, UpdateWords>> = {
  ota_begin: { fase: 'loading' },
  ota_progress: { fase: 'loading' },
  ota_success: { fase: 'restarting', exito: true },
};

const happened = (event: unknown, said: Said): void => {
  if (!isObject(event) || typeof event['event'] !== 'string') return;
  const { event: name, msg, progress_percent: avance } = event;
  const come = name === 'ota_progress' && typeof avance === 'number' && avance >= 0 && avance <= 100;
  if (Object.hasOwn(EVENTS, name)) said.update = { ...EVENTS[name], ...(come && { avance }) };
  else if (name === 'ota_error')
    said.update = { fase: 'failed', detalle: safeText(typeof msg === 'string' ? msg : name, 120) };
};

/** Shorter than what an update takes to load. */
const JUST_BEGUN_S = 90;

const NOTIFICATIONS = new Set(['NotifyStatus', 'NotifyFullStatus']);

const notification = (payload: Buffer, said: Said): Said => {
  const json = objectOf(payload, said);
  if (!json || !isObject(json['params'])) return said;
  const { method, params } = json;
  said.tellsChanges = method === 'NotifyStatus';
  if (NOTIFICATIONS.has(method as string)) components(params, said);
  // The whole is told at each connection.
  if (method === 'NotifyFullStatus' && isObject(params['sys']) && Number(params['sys']['uptime']) < JUST_BEGUN_S)
    said.update = { arranco: true };
  if (method === 'NotifyEvent' && Array.isArray(params['events']))
    for (const event of params['events']) happened(event, said);
  return said;
};

/** The answer to a status request holds the state. The answer to a command only says that it was received; the state confirms it. */
const answer = (payload: Buffer, said: Said): Said => {
  const json = objectOf(payload, said);
  if (!json) return said;
  const { id, result, error } = json;
  if (isObject(result)) components(result, said);
  if (isObject(result) && typeof result['ver'] === 'string' && typeof result['fw_id'] === 'string') about(result, said);
  if (isObject(error) && typeof id === 'string' && id !== '' && id.length <= 64) {
    const { code, message } = error;
    const texto = [code, message].filter((parte) => typeof parte === 'string' || typeof parte === 'number').join(' ');
    const told = safeText(texto || 'desconocido', 64);
    if (id.startsWith(UPDATE_ID)) said.update = { rechazo: true, detalle: told };
    else said.result = { id, ok: false, error: told };
  }
  return said;
};

/** The answer to Shelly.GetDeviceInfo. */
const about = ({ ver, model }: Json, said: Said): void => {
  const fw = safeText(String(ver), 32);
  said.status = { online: true, fw, ...(typeof model === 'string' && { model: safeText(model, 32) }) };
  said.update = { version: fw };
};

/** Whether it says of a relay what was true before a change that the board has just told of. */
const isStale = (nombre: string, estado: Json, now: number, changes?: ReadonlyMap<number, RelayChange>): boolean => {
  const change = changes?.get(Number(COMPONENT.exec(nombre)?.[2]));
  return nombre.startsWith('switch:') && !!change && now - change.ts < STALE_MS && estado['output'] === !change.on;
};

const decode: Codec['decode'] = (rest, payload, now, known, changes) => {
  const said = new Said(now);
  if (known?.has(METER_KEY)) said.learned.set(METER_KEY, null);
  if (rest === 'online') {
    const online = wordOf(payload, ['true', 'false'], said);
    if (online !== null) said.status = { online };
    return said.report;
  }
  if (rest === 'events/rpc') return notification(payload, said).report;
  if (rest === `${NOMBRE}/rpc`) return answer(payload, said).report;
  const nombre = rest.startsWith('status/') ? rest.slice('status/'.length) : '';
  if (METER.test(nombre)) said.learned.set(METER_KEY, null);
  if (METER.test(nombre)) return said.report;
  if (nombre !== 'wifi' && !COMPONENT.test(nombre)) return null;
  const json = objectOf(payload, said);
  if (json && !isStale(nombre, json, now, changes)) component(nombre, json, said);
  return said.report;
};

const call = (numero: number, id: string, method: string, params?: Json): Sending[] => {
  const src = `${prefix(numero)}/${NOMBRE}`;
  return [{ topic: `${prefix(numero)}/rpc`, payload: JSON.stringify({ id, src, method, ...(params && { params }) }) }];
};

/** Shelly from the second generation on, with `topic_prefix: shelly/<number>`. */
export const shelly: Codec = {
  dialecto: 'shelly',
  states: ['shelly/+/status/+', 'shelly/+/events/rpc', `shelly/+/${NOMBRE}/rpc`],
  kept: [],
  presence: 'shelly/+/online',
  commandTopics: ['shelly/+/rpc'],
  listening: (numero) => ['rpc', 'command', 'command/#'].map((rest) => `${prefix(numero)}/${rest}`),
  tolerated: [],
  decode,
  orden: (numero, { id, pin, on, max_s }) =>
    relayExists('shelly', pin)
      ? call(numero, id, 'Switch.Set', { id: pin, on, ...(on && max_s !== undefined && { toggle_after: max_s }) })
      : [],
  question: (numero) => call(numero, 'estado', 'Shelly.GetStatus'),
  /** `stage` (`stable`, `beta`) or `url`. Source: Shelly Gen2 API documentation, Shelly, "Shelly.Update", and the library of Home Assistant. */
  update: (numero, attempt, firmware) => {
    if (firmware.tipo === 'imagen') return [];
    const params = firmware.tipo === 'url' ? { url: firmware.url } : { stage: 'stable' };
    return call(numero, `${UPDATE_ID}${attempt}`, 'Shelly.Update', params);
  },
  versionQuestion: (numero) => call(numero, 'version', 'Shelly.GetDeviceInfo'),
};
