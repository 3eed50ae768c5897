import type { TipoAvisoOf } from '@acequia/contracts';
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

const placesOf = (own: string, sitio: string | null): string[] => (sitio === null ? [own] : [own, `sitio:${sitio}`]);

export const boardWatch = (field: Field, tipo: TipoAvisoOf<'placa'>, board: Board): Watch => {
  const { placa_id, sitio } = board;
  const { begins, ask } = BOARD_CONDITIONS[tipo];
  return {
    tipo,
    timed: begins === 'time',
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
  const { begins, by, ask } = SWITCH_CONDITIONS[tipo];
  const ofSensor = by === 'sensor';
  if (ofSensor && (sensor_pin === null || Math.min(...sharingSensor) !== id)) return null;
  const sharing = ofSensor ? [...sharingSensor] : [id];
  const sitio = field.boards.get(placa_id)?.sitio ?? null;
  const heeds = [ofSensor && sensor_pin !== null ? sensorKey(placa_id, sensor_pin) : `switch:${id}`];
  return {
    tipo,
    timed: begins === 'time',
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
  const { begins, ask } = PUNTO_CONDITIONS[tipo];
  return {
    tipo,
    timed: begins === 'time',
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
  const { begins, ask } = DEVICE_CONDITIONS[tipo];
  return {
    tipo,
    timed: begins === 'time',
    objeto: `dispositivo:${id}`,
    about: { ...NOTHING, dispositivo_id: id, sitio },
    heeds: [`dispositivo:${id}`],
    objects: placesOf(`dispositivo:${id}`, sitio),
    switches: () => (device.vigila_switch_id === null ? [] : [device.vigila_switch_id]),
    ask: (question) => ask(device, question),
  };
};

export const siteWatch = (field: Field, tipo: TipoAvisoOf<'sitio'>, sitio: string): Watch => {
  const { begins, ask } = SITE_CONDITIONS[tipo];
  const objeto = objectOf({ sitio });
  const inSite = (wired: Wired): boolean => field.boards.get(wired.placa_id)?.sitio === sitio;
  return {
    tipo,
    timed: begins === 'time',
    objeto,
    about: { ...NOTHING, sitio },
    objects: [objeto],
    heeds: [objeto],
    switches: () => [...field.switches.values()].filter(inSite).map(({ id }) => id),
    ask: (question) => ask(sitio, question),
  };
};

export const companyWatch = (
  tipo: TipoAvisoOf<'empresa'>,
  { objeto, about: known, switches = () => [], ask }: CompanyCheck,
): Watch => {
  const about = { ...NOTHING, ...known };
  const { placa_id, sitio } = about;
  const places = [objectOf({ ...about, placa_id: null, sitio: null }), objectOf({ placa_id }), objectOf({ sitio })];
  return {
    tipo,
    timed: true,
    objeto,
    about,
    objects: places.filter((place) => place !== ''),
    heeds: [],
    switches,
    ask,
  };
};
