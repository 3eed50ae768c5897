import { existeRelevador, prefijoDe } from '@acequia/contracts';
import { esObjeto, rechazo, textoSeguro, type Json } from '../../decoded.js';
import type { Codec, Dicho, Envio } from '../dialect.js';
import { objetoDe, palabraDe, Said } from '../said.js';

const prefijo = (numero: number): string => prefijoDe('shelly', numero);
/** Answers come to `<src>/rpc`: a name below the board's own prefix, so that they stay within what it may write to. */
const NOMBRE = 'acequia';

const COMPONENTE = /^(switch|temperature|humidity):(0|[1-9]\d{0,2})$/;
/** The add-on's sensors begin at 100: they are pins 32 and on. */
const ADD_ON = 100;
const ADD_ON_PIN = 32;
const pinDeSensor = (id: number): number => (id >= ADD_ON ? id - ADD_ON + ADD_ON_PIN : id);

/** One component's status, whole or only what changed of it: what it does not say is not an OFF. */
const component = (nombre: string, valor: unknown, said: Said): void => {
  if (nombre === 'wifi' || nombre === 'sys') return told(valor, said);
  const match = COMPONENTE.exec(nombre);
  if (!match) return;
  if (!esObjeto(valor)) return void said.refuse(rechazo('forma_invalida', `${nombre} no es un objeto`));
  const id = Number(match[2]);
  if (match[1] === 'switch') return relay(id, valor['output'], nombre, said);
  const magnitud = match[1] === 'temperature' ? 't' : 'h';
  const medida = valor[magnitud === 't' ? 'tC' : 'rh'];
  if (medida !== undefined) said.half(pinDeSensor(id), magnitud, medida, nombre);
};

const relay = (id: number, output: unknown, nombre: string, said: Said): void => {
  if (output === undefined) return;
  if (typeof output === 'boolean') said.relay(id, output, nombre);
  else said.refuse(rechazo('forma_invalida', `${nombre}.output no es verdadero ni falso`));
};

const told = (valor: unknown, said: Said): void => {
  const rssi = esObjeto(valor) ? valor['rssi'] : undefined;
  if (typeof rssi === 'number' && Number.isInteger(rssi) && rssi >= -150 && rssi <= 0) {
    said.status = { online: true, rssi };
  }
};

const components = (estado: Json, said: Said): void => {
  for (const nombre in estado) component(nombre, estado[nombre], said);
};

const NOTIFICACIONES = new Set(['NotifyStatus', 'NotifyFullStatus']);

const notification = (payload: Buffer, said: Said): Said => {
  const json = objetoDe(payload, said);
  if (json && NOTIFICACIONES.has(json['method'] as string) && esObjeto(json['params']))
    components(json['params'], said);
  return said;
};

/** The answer to a question holds the state. That to a command only says that it was taken: its state is what counts. */
const answer = (payload: Buffer, said: Said): Said => {
  const json = objetoDe(payload, said);
  if (!json) return said;
  const { id, result, error } = json;
  if (esObjeto(result)) components(result, said);
  if (esObjeto(error) && typeof id === 'string' && id !== '' && id.length <= 64) {
    const { code, message } = error;
    const texto = [code, message].filter((parte) => typeof parte === 'string' || typeof parte === 'number').join(' ');
    said.result = { id, ok: false, error: textoSeguro(texto || 'desconocido', 64) };
  }
  return said;
};

const decode = (resto: string, payload: Buffer, now: number): Dicho | null => {
  const said = new Said(now);
  if (resto === 'online') {
    const online = palabraDe(payload, ['true', 'false'], said);
    if (online !== null) said.status = { online };
    return said.dicho;
  }
  if (resto === 'events/rpc') return notification(payload, said).dicho;
  if (resto === `${NOMBRE}/rpc`) return answer(payload, said).dicho;
  const nombre = resto.startsWith('status/') ? resto.slice('status/'.length) : '';
  if (nombre !== 'wifi' && !COMPONENTE.test(nombre)) return null;
  const json = objetoDe(payload, said);
  if (json) component(nombre, json, said);
  return said.dicho;
};

const llamada = (numero: number, id: string, method: string, params?: Json): Envio[] => {
  const src = `${prefijo(numero)}/${NOMBRE}`;
  return [{ topic: `${prefijo(numero)}/rpc`, payload: JSON.stringify({ id, src, method, ...(params && { params }) }) }];
};

/** Shelly of the second generation on, with `topic_prefix: shelly/<number>`. */
export const shelly: Codec = {
  dialecto: 'shelly',
  reparto: ['shelly/+/status/+', 'shelly/+/events/rpc', `shelly/+/${NOMBRE}/rpc`],
  presencia: 'shelly/+/online',
  mandos: ['shelly/+/rpc'],
  escucha: (numero) => ['rpc', 'command', 'command/#'].map((resto) => `${prefijo(numero)}/${resto}`),
  tolerado: [],
  decode,
  orden: (numero, { id, pin, on, max_s }) =>
    existeRelevador('shelly', pin)
      ? llamada(numero, id, 'Switch.Set', { id: pin, on, ...(on && max_s !== undefined && { toggle_after: max_s }) })
      : [],
  pregunta: (numero) => llamada(numero, 'estado', 'Shelly.GetStatus'),
};
