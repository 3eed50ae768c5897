import {
  type MagnitudClave,
  type MeasurementField,
  magnitudOf,
  type Punto,
  type PuntoDriver,
  PUNTO_CADA_S,
  PUNTO_DRIVERS,
  puntoFaults,
  PULSO_MS,
  PuntoSave,
} from '@acequia/contracts';
import { z } from 'zod';
import { texts } from '../textos.js';

/** In the form: the point has no board, because a program sends its values, or a LoRaWAN node. */
export const NO_BOARD = 0;
export const OF_NODE = -1;
export const OF_METER = -2;
const WITHOUT_BOARD: readonly (number | null)[] = [NO_BOARD, OF_NODE, OF_METER];

/** The form's values. An empty number is null. */
export interface Values {
  empresa_id: number;
  /** {@link NO_BOARD} = a program sends the values, {@link OF_NODE} = a LoRaWAN node, {@link OF_METER} = a centinela. */
  placa_id: number | null;
  nombre: string;
  sitio: string;
  magnitud: MagnitudClave;
  /** 'sensor': a switch's; 'mensaje': a board with other firmware, or what one of ours says of itself; 'api', 'lorawan', 'centinela': no board. */
  driver: PuntoDriver | 'sensor' | 'mensaje' | 'api' | 'lorawan' | 'centinela';
  pin: number | null;
  /** Of pulses. */
  ms: number;
  /** A DS18B20's; the other buses' is `at`. */
  rom: string;
  at: number | null;
  ch: string;
  reg: number | null;
  fn: number;
  format: string;
  baud: number;
  parity: string;
  dev_eui: string;
  dispositivo_id: number | null;
  campo: MeasurementField | '';
  ruta: string;
  switches: number[];
  a: number | null;
  b: number | null;
  cada_s: number | null;
  concesion_m3: number | null;
  vuelta: number | null;
  activo: 0 | 1;
  version: number | undefined;
}

/** The fields of a sensor, as a new point has them where its source says nothing. */
const wireOf = (one: Punto | null) => {
  const source = one?.fuente ?? null;
  const fuente = source?.tipo === 'placa' ? source : null;
  const modbus = fuente?.driver === 'modbus' ? fuente : null;
  return {
    pin: source && 'pin' in source ? source.pin : null,
    ms: (fuente?.driver === 'pulsos' ? fuente.ms : null) ?? PULSO_MS.usual,
    rom: fuente?.driver === 'ds18b20' ? fuente.addr : '',
    at: fuente && 'addr' in fuente && fuente.driver !== 'ds18b20' ? fuente.addr : null,
    ch: source && 'ch' in source ? source.ch : '',
    reg: modbus?.reg ?? null,
    fn: modbus?.fn ?? 3,
    format: modbus?.format ?? 'u16',
    baud: modbus?.baud ?? 9_600,
    parity: modbus?.parity ?? 'n',
  };
};

const withoutBoard = ({ fuente }: Punto): number => {
  if (fuente.tipo === 'centinela') return OF_METER;
  return fuente.tipo === 'lorawan' ? OF_NODE : NO_BOARD;
};

export const valuesOf = (one: Punto | null, empresa_id: number): Values => ({
  empresa_id,
  placa_id: one ? (one.placa_id ?? withoutBoard(one)) : null,
  nombre: one?.nombre ?? '',
  sitio: one?.sitio ?? '',
  magnitud: one?.magnitud ?? 'volumen',
  driver: one?.fuente.tipo === 'placa' ? one.fuente.driver : (one?.fuente.tipo ?? 'pulsos'),
  ...wireOf(one),
  dev_eui: one?.fuente.tipo === 'lorawan' ? one.fuente.dev_eui : '',
  dispositivo_id: one?.fuente.tipo === 'centinela' ? one.fuente.dispositivo_id : null,
  campo: one?.fuente.tipo === 'centinela' ? one.fuente.campo : '',
  ruta: one && 'ruta' in one.fuente ? one.fuente.ruta : '',
  switches: one?.mide?.switch_ids ?? [],
  a: one?.a ?? 1,
  b: one?.b ?? 0,
  cada_s: one?.cada_s ?? PUNTO_CADA_S.usual,
  concesion_m3: one?.concesion_m3 ?? null,
  vuelta: one?.vuelta ?? null,
  activo: one?.activo ?? 1,
  version: one?.version,
});

const LINE = [
  'driver',
  'pin',
  'ms',
  'rom',
  'at',
  'ch',
  'reg',
  'fn',
  'format',
  'baud',
  'parity',
  'dev_eui',
  'dispositivo_id',
  'campo',
  'ruta',
] as const;
type Line = Pick<Values, (typeof LINE)[number]>;

const sourceFrom = (line: Line): unknown => {
  const { driver, pin, ms, rom, at, ch, reg, fn, format, baud, parity, dev_eui, dispositivo_id, campo, ruta } = line;
  if (driver === 'api') return { tipo: 'api' };
  if (driver === 'lorawan') return { tipo: 'lorawan', dev_eui, ruta };
  if (driver === 'centinela') return { tipo: 'centinela', dispositivo_id, campo };
  if (driver === 'mensaje') return { tipo: 'mensaje', ruta };
  if (driver === 'sensor') return { tipo: 'sensor', pin, ch };
  const own = { tipo: 'placa', driver };
  if (driver === 'pulsos') return { ...own, pin, ...(ms !== PULSO_MS.usual && { ms }) };
  if (driver === 'ds18b20') return { ...own, pin, addr: rom };
  if (driver === 'modbus') return { ...own, addr: at, reg, fn, format, baud, parity };
  return isOnI2c(driver) ? { ...own, addr: at, ch } : { ...own, pin };
};

/** What the form sends. */
export const saveOf = ({ switches, placa_id, concesion_m3, vuelta, ...values }: Values): unknown => ({
  ...Object.fromEntries(Object.entries(values).filter(([field]) => !(LINE as readonly string[]).includes(field))),
  concesion_m3: values.magnitud === 'volumen' ? concesion_m3 : null,
  vuelta: magnitudOf(values.magnitud).clase === 'contador' && values.driver !== 'pulsos' ? vuelta : null,
  placa_id: WITHOUT_BOARD.includes(placa_id) ? null : placa_id,
  ...(values.driver === 'api' && { a: 1, b: 0 }),
  fuente: sourceFrom(values),
  mide: switches.length === 0 ? null : { switch_ids: switches },
});

/** Where the form shows a fault of the contract's field. */
const FIELDS: Readonly<Record<string, keyof Values>> = {
  'fuente.pin': 'pin',
  'fuente.dev_eui': 'dev_eui',
  'fuente.dispositivo_id': 'dispositivo_id',
  'fuente.campo': 'campo',
  'fuente.ruta': 'ruta',
  'fuente.ch': 'ch',
  'fuente.reg': 'reg',
  'fuente.driver': 'driver',
  fuente: 'ruta',
  mide: 'switches',
};
const fieldOf = (path: string, driver: Values['driver']): string => {
  if (path === 'fuente.addr') return driver === 'ds18b20' ? 'rom' : 'at';
  if (path === 'fuente' && driver === 'centinela') return 'campo';
  if (path === 'fuente' && (driver === 'sensor' || isDriver(driver))) return hasPin(driver) ? 'pin' : 'at';
  return FIELDS[path] ?? path.split('.')[0] ?? path;
};

/** What a sensor usually measures; a register may say anything. */
export const USUAL: Partial<Record<string, MagnitudClave>> = {
  pulsos: 'volumen',
  adc: 'humedad_suelo',
  ds18b20: 'temperatura',
  sht4x: 'temperatura',
  bme280: 'temperatura',
  ads1115: 'humedad_suelo',
};

/** Our own firmware reads it. */
export const isDriver = (driver: Values['driver']): driver is PuntoDriver =>
  (PUNTO_DRIVERS as readonly string[]).includes(driver);

export const isOnI2c = (driver: Values['driver']): driver is 'sht4x' | 'bme280' | 'ads1115' =>
  driver === 'sht4x' || driver === 'bme280' || driver === 'ads1115';
/** The other two hang on buses whose pins are the firmware's. */
export const hasPin = (driver: Values['driver']): boolean =>
  driver === 'sensor' || (isDriver(driver) && !isOnI2c(driver) && driver !== 'modbus');

/** The contract's rules, each at the field of the form that it is about. */
export const ValidPunto = z.custom<Values>().superRefine((values, context) => {
  const fault = (field: string, message: string): void => context.addIssue({ code: 'custom', path: [field], message });
  if (values.placa_id === null) return fault('placa_id', texts.errors.noBoard);
  if (hasPin(values.driver) && values.pin === null) return fault('pin', texts.errors.pin);
  if (isOnI2c(values.driver) && values.at === null) return fault('at', texts.errors.at);
  if ((isOnI2c(values.driver) || values.driver === 'sensor') && values.ch === '') return fault('ch', texts.errors.ch);
  const needed = values.driver === 'api' ? (['cada_s'] as const) : (['a', 'b', 'cada_s'] as const);
  const ofRegister = values.driver === 'modbus' ? (['at', 'reg'] as const) : [];
  for (const field of [...needed, ...ofRegister]) if (values[field] === null) fault(field, texts.errors.number);
  const parsed = PuntoSave.safeParse(saveOf(values));
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) fault(fieldOf(path.join('.'), values.driver), message);
    return;
  }
  for (const { campo, mensaje } of puntoFaults(parsed.data)) fault(fieldOf(campo, values.driver), mensaje);
}) as unknown as z.ZodType<Values>;
