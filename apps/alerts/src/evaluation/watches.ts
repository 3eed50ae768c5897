import type { TipoAviso, TipoAvisoOf } from '@acequia/contracts';
import { type Field, sensorKey } from '../field/field.js';
import type { Board, Device, Wired } from '../field/things.js';
import { type AlarmTarget, objectOf } from '../subject.js';
import type { Watch } from './alarm.js';
import { BOARD_CONDITIONS, SITE_CONDITIONS } from './board-conditions.js';
import type { CompanyCheck } from './company-conditions.js';
import { DEVICE_CONDITIONS } from './device-conditions.js';
import { SWITCH_CONDITIONS } from './switch-conditions.js';

const NOTHING: AlarmTarget = { placa_id: null, switch_id: null, dispositivo_id: null, sitio: null };

/** Conditions that begin because time passes, because of another thing's news, or because of what other services are asked. */
export const TIMED: ReadonlySet<TipoAviso> = new Set([
  ...(['placa_sin_datos', 'reloj_atrasado', 'cuota_de_placa', 'sensor_callado', 'sensor_pegado'] as const),
  ...(['encendido_de_mas', 'regla_en_su_limite', 'discrepancia'] as const),
  ...(['contactor', 'consumo_apagado', 'vencimiento', 'limite_usuarios', 'cuota_de_empresa'] as const),
]);

const SENSOR_KINDS: ReadonlySet<TipoAviso> = new Set([
  ...(['sensor_callado', 'sensor_pegado', 'sensor_fuera_de_rango', 'temperatura_alta', 'temperatura_baja'] as const),
  ...(['humedad_alta', 'humedad_baja', 'riesgo_helada', 'riesgo_calor'] as const),
]);
const placesOf = (own: string, sitio: string | null): string[] => (sitio === null ? [own] : [own, `sitio:${sitio}`]);

export const boardWatch = (field: Field, tipo: TipoAvisoOf<'placa'>, board: Board): Watch => {
  const { placa_id, sitio } = board;
  const ask = BOARD_CONDITIONS[tipo];
  return {
    ...{ tipo, objeto: `placa:${placa_id}`, about: { ...NOTHING, placa_id, sitio }, heeds: [`placa:${placa_id}`] },
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
  const ofSensor = SENSOR_KINDS.has(tipo);
  if (ofSensor && (sensor_pin === null || Math.min(...sharingSensor) !== id)) return null;
  const sharing = ofSensor ? [...sharingSensor] : [id];
  const sitio = field.boards.get(placa_id)?.sitio ?? null;
  const ask = SWITCH_CONDITIONS[tipo];
  const heeds = [ofSensor && sensor_pin !== null ? sensorKey(placa_id, sensor_pin) : `switch:${id}`];
  return {
    ...{ tipo, objeto: `switch:${id}`, about: { ...NOTHING, switch_id: id, placa_id, sitio } },
    ...{ heeds, objects: [...sharing.map((one) => `switch:${one}`), ...placesOf(`placa:${placa_id}`, sitio)] },
    switches: () => sharing,
    ask: (question) => ask(wired, question),
  };
};

export const deviceWatch = (tipo: TipoAvisoOf<'dispositivo'>, device: Device): Watch => {
  const { id, sitio } = device;
  const ask = DEVICE_CONDITIONS[tipo];
  return {
    ...{ tipo, objeto: `dispositivo:${id}`, about: { ...NOTHING, dispositivo_id: id, sitio } },
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
    ...{ tipo, objeto, about: { ...NOTHING, sitio }, objects: [objeto], heeds: [objeto] },
    switches: () => [...field.switches.values()].filter(inSite).map(({ id }) => id),
    ask: (question) => SITE_CONDITIONS[tipo](sitio, question),
  };
};

export const companyWatch = (tipo: TipoAvisoOf<'empresa'>, { objeto, dispositivo_id, ask }: CompanyCheck): Watch => {
  const objects = dispositivo_id === null ? [] : [`dispositivo:${dispositivo_id}`];
  return { tipo, objeto, about: { ...NOTHING, dispositivo_id }, objects, heeds: [], switches: () => [], ask };
};
