import {
  AppError,
  pinWarning,
  type Detail,
  type Dialecto,
  pinExists,
  relayExists,
  NOMBRE_DIALECTO,
} from '@acequia/contracts';
import { texts } from '../textos.js';

/** The pins of a switch after the save. */
export interface SwitchPins {
  nombre: string;
  placa_id: number;
  /** The board's number, for messages to people. */
  numero: number;
  dialecto: Dialecto;
  hardware_pin: number;
  sensor_pin: number | null;
}

const inTheBatch = (index: number, campo: 'hardware_pin' | 'sensor_pin', mensaje: string): { detalles: Detail[] } => ({
  detalles: [{ campo: `body.switches.${index}.${campo}`, mensaje }],
});

const pinTaken = (index: number, campo: 'hardware_pin' | 'sensor_pin', texto: string): AppError =>
  new AppError('pin_ocupado', { texto, ...inTheBatch(index, campo, texto) });

const requireExisting = (pins: SwitchPins, index: number, campo: 'hardware_pin' | 'sensor_pin'): void => {
  const { [campo]: pin, dialecto } = pins;
  if (pin === null || (campo === 'hardware_pin' ? relayExists(dialecto, pin) : pinExists(pin))) return;
  const placa = texts.pins.placa(dialecto === 'acequia' ? undefined : NOMBRE_DIALECTO[dialecto]);
  const texto = texts.pins.missing(placa, pins.numero, pin, pins.nombre);
  throw new AppError('pin_inexistente', { texto, ...inTheBatch(index, campo, texto) });
};

const keyOf = (placa_id: number, pin: number): string => `${placa_id}/${pin}`;

/**
 * Checks the rules of DEC-5 on a whole save: `batch` is what is being saved, `others` every other switch of the boards concerned. A relay
 * pin belongs to one switch only and is not a sensor pin; several switches may share a sensor pin. On boards of other firmwares relays
 * and sensors have separate numbers, given by the firmware. Answers the warnings.
 * @throws AppError `pin_inexistente` or `pin_ocupado`, with pin, board and switch
 */
export const inspectPins = (batch: readonly SwitchPins[], others: readonly SwitchPins[]): string[] => {
  const relays = new Map(others.map((other) => [keyOf(other.placa_id, other.hardware_pin), other.nombre]));
  const sensors = new Map<string, string>();
  for (const other of [...others, ...batch])
    if (other.sensor_pin !== null && other.dialecto === 'acequia')
      sensors.set(keyOf(other.placa_id, other.sensor_pin), other.nombre);

  batch.forEach((pins, index) => {
    requireExisting(pins, index, 'hardware_pin');
    requireExisting(pins, index, 'sensor_pin');
    const { numero, hardware_pin: pin } = pins;
    const place = keyOf(pins.placa_id, pin);
    const owner = relays.get(place);
    if (owner !== undefined) throw pinTaken(index, 'hardware_pin', texts.pins.taken(pin, numero, owner));
    relays.set(place, pins.nombre);
    const reader = sensors.get(place);
    if (reader !== undefined) throw pinTaken(index, 'hardware_pin', texts.pins.readsSensor(pin, numero, reader));
  });
  batch.forEach((pins, index) => {
    if (pins.sensor_pin === null || pins.dialecto !== 'acequia') return;
    const owner = relays.get(keyOf(pins.placa_id, pins.sensor_pin));
    if (owner !== undefined)
      throw pinTaken(index, 'sensor_pin', texts.pins.movesRelay(pins.sensor_pin, pins.numero, owner));
  });
  return warningsOf(batch);
};

const warningsOf = (batch: readonly SwitchPins[]): string[] => {
  const warnings = batch
    .filter(({ dialecto }) => dialecto === 'acequia')
    .flatMap(({ hardware_pin, sensor_pin }) => (sensor_pin === null ? [hardware_pin] : [hardware_pin, sensor_pin]))
    .map(pinWarning)
    .filter((warning) => warning !== null);
  return [...new Set(warnings)];
};
