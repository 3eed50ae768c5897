import type { TipoAviso, TipoAvisoOf } from '@acequia/contracts';
import { type Field, sensorKey } from '../field/field.js';
import type { Board, Device, Punto, Wired } from '../field/things.js';
import { type AlarmTarget, objectOf } from '../subject.js';
import type { Watch } from './alarm.js';
import { BOARD_CONDITIONS, SITE_CONDITIONS } from './board-conditions.js';
import type { CompanyCheck } from './company-conditions.js';
import { DEVICE_CONDITIONS } from './device-conditions.js';
import { PUNTO_CONDITIONS } from './punto-conditions.js';
import { SWITCH_CONDITIONS } from './switch-conditions.js';

const NOTHING: AlarmTarget = { placa_id: null, switch_id: null, dispositivo_id: null, punto_id: null, sitio: null };

/** `news`: only news of its own objects can begin the condition. `time`: also passing time, news of another thing, or another service's answer. */
const BEGINS_WITH: Record<TipoAviso, 'news' | 'time'> = {
  placa_sin_conexion: 'news',
  placa_sin_datos: 'time',
  corte_de_luz: 'news',
  cuenta_compartida: 'news',
  reloj_adelantado: 'news',
  reloj_atrasado: 'time',
  cuota_de_placa: 'time',
  cuota_de_empresa: 'time',
  sensor_callado: 'time',
  sensor_pegado: 'time',
  sensor_fuera_de_rango: 'news',
  temperatura_alta: 'news',
  temperatura_baja: 'news',
  riesgo_helada: 'news',
  riesgo_calor: 'news',
  humedad_alta: 'news',
  humedad_baja: 'news',
  encendido_de_mas: 'time',
  regla_en_su_limite: 'time',
  discrepancia: 'time',
  orden_sin_respuesta: 'news',
  relevador_inquieto: 'news',
  punto_alto: 'news',
  punto_bajo: 'news',
  punto_cambio: 'news',
  punto_callado: 'time',
  punto_pegado: 'news',
  punto_fuera: 'news',
  nube_rechaza: 'news',
  nube_ausente: 'news',
  fase_perdida: 'news',
  desequilibrio: 'news',
  voltaje_alto: 'news',
  voltaje_bajo: 'news',
  sobrecarga: 'news',
  consumo_apagado: 'time',
  contactor: 'time',
  vencimiento: 'time',
  limite_usuarios: 'time',
  plan_imposible: 'time',
  turno_fallido: 'time',
  plan_sin_tomar: 'time',
};
export const isTimed = (tipo: TipoAviso): boolean => BEGINS_WITH[tipo] === 'time';

/** The switches whose reports decide a condition: switches that share a sensor share its conditions. */
const GOES_BY: Record<TipoAvisoOf<'switch'>, 'sensor' | 'switch'> = {
  sensor_callado: 'sensor',
  sensor_pegado: 'sensor',
  sensor_fuera_de_rango: 'sensor',
  temperatura_alta: 'sensor',
  temperatura_baja: 'sensor',
  riesgo_helada: 'sensor',
  riesgo_calor: 'sensor',
  humedad_alta: 'sensor',
  humedad_baja: 'sensor',
  encendido_de_mas: 'switch',
  regla_en_su_limite: 'switch',
  discrepancia: 'switch',
  orden_sin_respuesta: 'switch',
  relevador_inquieto: 'switch',
};

const placesOf = (own: string, sitio: string | null): string[] => (sitio === null ? [own] : [own, `sitio:${sitio}`]);

export const boardWatch = (field: Field, tipo: TipoAvisoOf<'placa'>, board: Board): Watch => {
  const { placa_id, sitio } = board;
  const ask = BOARD_CONDITIONS[tipo];
  return {
    tipo,
    objeto: `placa:${placa_id}`,
    about: { ...NOTHING, placa_id, sitio },
    heeds: [`placa:${placa_id}`],
    objects: placesOf(`placa:${placa_id}`, sitio),
    switches: () => field.switchesOf(placa_id).map(({ id }) => id),
    ask: (question) => ask(board, question),
  };
};

/** A sensor shared by several switches has one watch: null for all switches but the first. */
export const switchWatch = (
  field: Field,
  tipo: TipoAvisoOf<'switch'>,
  wired: Wired,
  sharingSensor: readonly number[],
): Watch | null => {
  const { id, placa_id, sensor_pin } = wired;
  const ofSensor = GOES_BY[tipo] === 'sensor';
  if (ofSensor && (sensor_pin === null || Math.min(...sharingSensor) !== id)) return null;
  const sharing = ofSensor ? [...sharingSensor] : [id];
  const sitio = field.boards.get(placa_id)?.sitio ?? null;
  const ask = SWITCH_CONDITIONS[tipo];
  const heeds = [ofSensor && sensor_pin !== null ? sensorKey(placa_id, sensor_pin) : `switch:${id}`];
  return {
    tipo,
    objeto: `switch:${id}`,
    about: { ...NOTHING, switch_id: id, placa_id, sitio },
    heeds,
    objects: [...sharing.map((one) => `switch:${one}`), ...placesOf(`placa:${placa_id}`, sitio)],
    switches: () => sharing,
    ask: (question) => ask(wired, question),
  };
};

export const puntoWatch = (tipo: TipoAvisoOf<'punto'>, punto: Punto): Watch => {
  const { id, placa_id, sitio } = punto;
  const ask = PUNTO_CONDITIONS[tipo];
  return {
    tipo,
    objeto: `punto:${id}`,
    about: { ...NOTHING, punto_id: id, placa_id, sitio },
    heeds: [`punto:${id}`],
    objects:
      placa_id === null ? placesOf(`punto:${id}`, sitio) : [`punto:${id}`, ...placesOf(`placa:${placa_id}`, sitio)],
    // Points are the administrators'.
    switches: () => [],
    ask: (question) => ask(punto, question),
  };
};

export const deviceWatch = (tipo: TipoAvisoOf<'dispositivo'>, device: Device): Watch => {
  const { id, sitio } = device;
  const ask = DEVICE_CONDITIONS[tipo];
  return {
    tipo,
    objeto: `dispositivo:${id}`,
    about: { ...NOTHING, dispositivo_id: id, sitio },
    heeds: [`dispositivo:${id}`],
    objects: placesOf(`dispositivo:${id}`, sitio),
    switches: () => (device.vigila_switch_id === null ? [] : [device.vigila_switch_id]),
    ask: (question) => ask(device, question),
  };
};

export const siteWatch = (field: Field, tipo: TipoAvisoOf<'sitio'>, sitio: string): Watch => {
  const objeto = objectOf({ sitio });
  const inSite = (wired: Wired): boolean => field.boards.get(wired.placa_id)?.sitio === sitio;
  return {
    tipo,
    objeto,
    about: { ...NOTHING, sitio },
    objects: [objeto],
    heeds: [objeto],
    switches: () => [...field.switches.values()].filter(inSite).map(({ id }) => id),
    ask: (question) => SITE_CONDITIONS[tipo](sitio, question),
  };
};

export const companyWatch = (
  tipo: TipoAvisoOf<'empresa'>,
  { objeto, about: known, switches = () => [], ask }: CompanyCheck,
): Watch => {
  const about = { ...NOTHING, ...known };
  const { placa_id, sitio } = about;
  const places = [objectOf({ ...about, placa_id: null, sitio: null }), objectOf({ placa_id }), objectOf({ sitio })];
  return { tipo, objeto, about, objects: places.filter((place) => place !== ''), heeds: [], switches, ask };
};
