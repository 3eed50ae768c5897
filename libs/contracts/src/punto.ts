import { z } from 'zod';
import { Flag, FlagOutput, Id, Milliseconds, optional, optionalText, requiredText, Version } from './common.js';
import type { Detail } from './app-error.js';
import { pinExists, readsDht } from './esp32.js';
import { DevEui, LORAWAN_RUTA } from './lorawan.js';
import { MAGNITUD_CLASES, MAGNITUDES, magnitudOf, type MagnitudClave } from './magnitudes.js';
import { MEASUREMENT_FIELDS, type MeasurementField, type MeasurementUnit, measurementUnit } from './readings.js';
import { ds18b20Of, I2C_PINS, isDs18b20, RS485_PINS, SENSOR_LINES } from './sensor-lines.js';

export const MagnitudKey = z.enum(Object.keys(MAGNITUDES) as [MagnitudClave, ...MagnitudClave[]]);

/** An entry of the catalogue (GET /magnitudes). */
export const MagnitudRow = z.object({
  clave: MagnitudKey,
  nombre: z.string(),
  unidad: z.string(),
  decimales: z.number().int(),
  clase: z.enum(MAGNITUD_CLASES),
  minimo: z.number(),
  maximo: z.number(),
});
export type MagnitudRow = z.infer<typeof MagnitudRow>;

/** What our own firmware reads a point with. */
export const PUNTO_DRIVERS = ['pulsos', 'adc', 'ds18b20', 'sht4x', 'bme280', 'ads1115', 'modbus'] as const;
export type PuntoDriver = (typeof PUNTO_DRIVERS)[number];

/** The converter of these pins works beside Wi-Fi. Source: Espressif's ESP32 datasheet, ADC1. */
export const ADC_PINS: ReadonlySet<number> = new Set([32, 33, 34, 35, 36, 39]);

/** Most points of a company that have no board. */
export const PUNTOS_API = 200;
/** Most points of a board, and the largest number that one has on it. */
export const PUNTOS_PLACA = 40;
export const PUNTO_N_MAX = 127;
/** How often a point is told, s. A board tells nothing more often than this, unless a relay changes. */
export const PUNTO_CADA_S = { min: 10, max: 3_600, usual: 60 } as const;
/** Longest period of a point without a board: a node on a battery may tell once a day. */
export const PUNTO_CADA_S_SIN_PLACA = 86_400;
/** Most switches that one point measures. */
export const PUNTO_MIDE = 64;

const Pin = z.number().int().refine(pinExists, 'El ESP32 no tiene ese pin');
const NO_DS18B20 = 'No es la dirección de un DS18B20: son 16 dígitos que empiezan con 28, y uno está mal';
const oneOf = <const T extends number>(values: readonly T[]) => z.union(values.map((value) => z.literal(value)));
const { sht4x, bme280, ads1115, modbus } = SENSOR_LINES;

/** How long a contact has to be still before it counts, ms. 0 = an electronic output, which does not bounce, counted by the chip itself. */
export const PULSO_MS = { usual: 20, max: 200 } as const;

/**
 * A sensor that our firmware reads: at a pin; at a pin by its address on 1-Wire; at the board's I²C, by address and channel; or a register on
 * its RS-485. Names are those of the wire (`firmware-bridge/protocol`).
 */
export const DePlaca = z.discriminatedUnion('driver', [
  z.object({
    tipo: z.literal('placa'),
    driver: z.literal('pulsos'),
    pin: Pin,
    /** Absent = {@link PULSO_MS}.usual. */
    ms: z.number().int().min(0).max(PULSO_MS.max).optional(),
  }),
  z.object({ tipo: z.literal('placa'), driver: z.literal('adc'), pin: Pin }),
  z.object({
    tipo: z.literal('placa'),
    driver: z.literal('ds18b20'),
    pin: Pin,
    addr: z.string().max(40).overwrite(ds18b20Of).refine(isDs18b20, NO_DS18B20),
  }),
  z.object({ tipo: z.literal('placa'), driver: z.literal('sht4x'), addr: oneOf(sht4x.addr), ch: z.enum(sht4x.ch) }),
  z.object({ tipo: z.literal('placa'), driver: z.literal('bme280'), addr: oneOf(bme280.addr), ch: z.enum(bme280.ch) }),
  z.object({
    tipo: z.literal('placa'),
    driver: z.literal('ads1115'),
    addr: oneOf(ads1115.addr),
    ch: z.enum(ads1115.ch),
  }),
  z.object({
    tipo: z.literal('placa'),
    driver: z.literal('modbus'),
    addr: z.number().int().min(1).max(247),
    reg: z.number().int().min(0).max(65_535),
    fn: oneOf(modbus.fn),
    format: z.enum(modbus.format),
    baud: oneOf(modbus.baud),
    parity: z.enum(modbus.parity),
  }),
]);
export type DePlaca = z.infer<typeof DePlaca>;

/** What the sensor of a switch tells (`tiene_sensor`, `sensor_pin`). */
export const SENSOR_CANALES = { t: 'temperatura', h: 'humedad' } as const satisfies Record<string, MagnitudClave>;
export type SensorCanal = keyof typeof SENSOR_CANALES;

const OF_UNIT = {
  v: 'voltaje',
  a: 'corriente',
  w: 'potencia',
  va: 'potencia_aparente',
  fp: 'factor_potencia',
  c: 'temperatura',
  wh: 'energia',
} as const satisfies Record<MeasurementUnit, MagnitudClave>;
/** What a centinela's value measures; its counters are in Wh, of which the magnitud is 1,000. */
export const magnitudOfMeter = (campo: MeasurementField): MagnitudClave => OF_UNIT[measurementUnit(campo)];

/**
 * Where the values of a point come from. `placa`: a sensor that our firmware reads. `sensor`: the one of a switch, on a board of any firmware;
 * its past before the point stays among the readings of the switch. `centinela`: a value of a meter of the relay cloud, likewise. `mensaje`: a field of what other firmware sends,
 * by its path; of our own firmware what a board says of itself, see {@link isOfStatus}. `api`: a program sends them (POST /medidas). `lorawan`: a field of what a node sends, by its path. `centinela`, `api` and `lorawan` have no board.
 */
export const FuentePunto = z.discriminatedUnion('tipo', [
  DePlaca,
  z.object({ tipo: z.literal('sensor'), pin: Pin, ch: z.enum(['t', 'h']) }),
  z.object({ tipo: z.literal('mensaje'), ruta: requiredText(200) }),
  z.object({ tipo: z.literal('centinela'), dispositivo_id: Id, campo: z.enum(MEASUREMENT_FIELDS) }),
  z.object({ tipo: z.literal('api') }),
  z.object({ tipo: z.literal('lorawan'), dev_eui: DevEui, ruta: requiredText(LORAWAN_RUTA) }),
]);
export type FuentePunto = z.infer<typeof FuentePunto>;

/** The pins of a board that a source takes, each for what it is wired to: sensors of one bus share theirs. */
export const wiresOf = (fuente: FuentePunto): { pins: readonly number[]; bus: string } => {
  if (fuente.tipo !== 'placa') return { pins: [], bus: '' };
  if (fuente.driver === 'pulsos') return { pins: [fuente.pin], bus: `pulsos ${fuente.ms ?? PULSO_MS.usual}` };
  if ('pin' in fuente) return { pins: [fuente.pin], bus: fuente.driver };
  if (fuente.driver === 'modbus') return { pins: Object.values(RS485_PINS), bus: 'rs485' };
  return { pins: Object.values(I2C_PINS), bus: 'i2c' };
};

/** Whether a board with our firmware judges by this point itself: of counters it follows those of its pulses. */
export const boardFollows = (fuente: FuentePunto, magnitud: MagnitudClave): boolean =>
  fuente.tipo === 'placa' && (fuente.driver === 'pulsos' || magnitudOf(magnitud).clase !== 'contador');

/** A board with our firmware says these of itself once an hour: `status.chip.heap`, `status.rssi`, `status.wear.26.ops`. */
export const isOfStatus = (fuente: FuentePunto): boolean =>
  fuente.tipo === 'mensaje' && fuente.ruta.startsWith('status.');
export const STATUS_CADA_S = 3_600;

/** What a point measures: the water of these valves, the load of this pump. */
const Mide = z.object({ switch_ids: z.array(Id).min(1).max(PUNTO_MIDE) });

/** A board calculates in millionths. */
const Factor = z
  .number()
  .min(-1e9)
  .max(1e9)
  .refine((value) => Number(value.toFixed(6)) === value, 'Más de seis decimales');

/** Body of POST and PUT /puntos. {@link puntoFaults} checks what the schema cannot. */
export const PuntoSave = z.object({
  empresa_id: Id,
  /** The board's internal key; null = none, its source is `api` or `lorawan`. */
  placa_id: optional(Id),
  fuente: FuentePunto,
  magnitud: MagnitudKey,
  nombre: requiredText(120),
  sitio: optionalText(120),
  mide: optional(Mide),
  /** The value is `a` times what the sensor says (pulses, volts, the number of a message), plus `b`. */
  a: Factor.default(1),
  b: Factor.default(0),
  cada_s: z.number().int().min(PUNTO_CADA_S.min).max(PUNTO_CADA_S_SIN_PLACA).default(PUNTO_CADA_S.usual),
  activo: Flag.default(1),
  /** What an authority lets it take in a calendar year, m³; null = nothing said, absent = unchanged. */
  concesion_m3: optional(z.number().positive('Debe ser mayor que 0').max(1e9)).optional(),
  /** What its counter says when it begins at 0 again, before `a`; null = it never does, absent = unchanged. */
  vuelta: optional(z.number().positive('Debe ser mayor que 0').max(1e12)).optional(),
  version: Version.optional(),
});
export type PuntoSave = z.infer<typeof PuntoSave>;

/** A point of measurement as inventory keeps it. `n` is its number on the board, which no later point gets; null without a board. */
export const PuntoGuardado = z.object({
  id: Id,
  empresa_id: Id,
  placa_id: Id.nullable(),
  n: z.number().int().nullable(),
  fuente: FuentePunto,
  magnitud: MagnitudKey,
  nombre: z.string(),
  sitio: z.string(),
  mide: Mide.nullable(),
  a: z.number(),
  b: z.number(),
  cada_s: z.number().int(),
  activo: FlagOutput,
  /** Absent = nothing said. */
  concesion_m3: z.number().optional(),
  vuelta: z.number().optional(),
  version: Version,
});
export type PuntoGuardado = z.infer<typeof PuntoGuardado>;

/** A point with its last value, in its unit; null = it has none, or device-gateway did not answer. */
export const Punto = PuntoGuardado.extend({
  /** The board's number; null without a board. */
  dispositivo_id: Id.nullable(),
  valor: z.number().nullable(),
  ts: Milliseconds.nullable(),
});
export type Punto = z.infer<typeof Punto>;

/** A number that arrives in the messages of a board with other firmware. */
export const CampoDePlaca = z.object({
  /** As `fuente.ruta` of a point names it. */
  ruta: z.string(),
  valor: z.number(),
  ts: Milliseconds,
});

/** What arrives and is not kept, of a board or of a LoRaWAN node. */
export const CampoSinUsar = CampoDePlaca.extend({
  /** null = the node says that it has no value. */
  valor: z.number().nullable(),
  /** The node and its name; null = a board's. */
  dev_eui: z.string().nullable(),
  nodo: z.string().nullable(),
  /** Why the point that reads it did not take the value; null = no point reads it. */
  rechazo: z.string().nullable(),
});
export type CampoSinUsar = z.infer<typeof CampoSinUsar>;

type Forma = Pick<
  PuntoSave,
  'placa_id' | 'fuente' | 'magnitud' | 'a' | 'b' | 'cada_s' | 'mide' | 'concesion_m3' | 'vuelta'
>;

/** Faults of a point, field by field; empty when it can be saved. Used by the form and by the server. */
export const puntoFaults = (forma: Forma): Detail[] => {
  const { placa_id, fuente, magnitud, a, b, cada_s, mide, concesion_m3, vuelta } = forma;
  const faults: Detail[] = [];
  const fault = (campo: string, mensaje: string): void => void faults.push({ campo, mensaje });
  const { clase, nombre } = magnitudOf(magnitud);
  if (fuente.tipo === 'api') {
    if (placa_id !== null) fault('placa_id', 'Los valores que envía un programa no son de una placa');
    if (a !== 1) fault('a', 'Un programa envía el valor en su unidad');
    if (b !== 0) fault('b', 'Un programa envía el valor en su unidad');
  } else if (fuente.tipo === 'lorawan') {
    if (placa_id !== null) fault('placa_id', 'Los valores de un nodo LoRaWAN no son de una placa');
  } else if (fuente.tipo === 'centinela') {
    if (placa_id !== null) fault('placa_id', 'Los valores de un centinela no son de una placa');
    const says = magnitudOf(magnitudOfMeter(fuente.campo));
    if (says.unidad !== magnitudOf(magnitud).unidad || says.clase !== clase)
      fault('magnitud', `Este valor del centinela es ${says.nombre.toLowerCase()}`);
  } else if (placa_id === null) fault('placa_id', 'Elige la placa');
  if (placa_id !== null && cada_s > PUNTO_CADA_S.max)
    fault('cada_s', `Una placa lo dice al menos cada ${PUNTO_CADA_S.max} s`);
  if (a === 0) fault('a', 'Con 0 todos los valores serían iguales');
  if (clase === 'contador' && a < 0) fault('a', 'Un contador no baja');
  if (clase === 'contador' && b !== 0) fault('b', 'Un contador empieza en 0');
  if (fuente.tipo === 'sensor' && magnitudOf(SENSOR_CANALES[fuente.ch]).unidad !== magnitudOf(magnitud).unidad)
    fault('magnitud', `Este canal del sensor dice ${magnitudOf(SENSOR_CANALES[fuente.ch]).nombre.toLowerCase()}`);
  if (fuente.tipo === 'placa') {
    if (fuente.driver === 'pulsos' && clase !== 'contador') fault('magnitud', `Los pulsos cuentan: no son ${nombre}`);
    const counts = fuente.driver === 'pulsos' || fuente.driver === 'modbus';
    if (!counts && clase === 'contador') fault('magnitud', 'Solo pulsos y registros de Modbus cuentan');
    if (fuente.driver === 'adc' && !ADC_PINS.has(fuente.pin))
      fault('fuente.pin', `Un voltaje se mide en los pines ${[...ADC_PINS].join(', ')}`);
    if (fuente.driver === 'ds18b20' && !readsDht(fuente.pin))
      fault('fuente.pin', `El pin ${fuente.pin} no puede preguntar a un DS18B20`);
  }
  if (concesion_m3 && magnitud !== 'volumen') fault('concesion_m3', 'Una concesión es de un medidor de volumen');
  if (vuelta && clase !== 'contador') fault('vuelta', 'Solo un contador vuelve a 0');
  if (vuelta && fuente.tipo === 'placa' && fuente.driver === 'pulsos')
    fault('vuelta', 'De los pulsos lleva la cuenta la placa misma');
  if (mide && new Set(mide.switch_ids).size < mide.switch_ids.length) fault('mide', 'Un switch está dos veces');
  return faults;
};
