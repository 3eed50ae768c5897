import {
  AppError,
  pinRefusal,
  pinWarning,
  type Detail,
  type Dialecto,
  pinExists,
  relayExists,
  NOMBRE_DIALECTO,
  type PinRole,
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

/** The uses that the pins of some switches have on boards with our firmware. */
const usesOf = (all: readonly SwitchPins[]): { role: PinRole; pin: number; key: string; pins: SwitchPins }[] =>
  all
    .filter(({ dialecto }) => dialecto === 'acequia')
    .flatMap((pins) => [
      { role: 'relay' as const, pin: pins.hardware_pin, pins },
      ...(pins.sensor_pin === null ? [] : [{ role: 'sensor' as const, pin: pins.sensor_pin, pins }]),
    ])
    .map((use) => ({ ...use, key: `${use.role}/${use.pins.placa_id}/${use.pin}` }));

/** A pin that harms its board, or cannot do what is asked, gets no new use; one that its board already has stays. */
const requireFit = (batch: readonly SwitchPins[], before: readonly SwitchPins[]): void => {
  const had = new Set(usesOf(before).map(({ key }) => key));
  for (const { role, pin, key, pins } of usesOf(batch)) {
    const reason = pinRefusal(pin, role);
    if (reason === null || had.has(key)) continue;
    const texto = texts.pins.unfit(reason, pins.nombre);
    const campo = role === 'relay' ? 'hardware_pin' : 'sensor_pin';
    throw new AppError('pin_no_apto', { texto, ...inTheBatch(batch.indexOf(pins), campo, texto) });
  }
};

const keyOf = (placa_id: number, pin: number): string => `${placa_id}/${pin}`;

/**
 * Checks the rules of DEC-5 on a whole save: `batch` is what is being saved, `others` every other switch of the boards concerned,
 * `before` the switches of the batch as they were. A relay pin belongs to one switch only and is not a sensor pin; several switches may
 * share a sensor pin. On boards of other firmwares relays and sensors have separate numbers, given by the firmware. Answers the warnings.
 * @throws AppError `pin_inexistente`, `pin_no_apto` or `pin_ocupado`, with pin, board and switch
 */
export const inspectPins = (
  batch: readonly SwitchPins[],
  others: readonly SwitchPins[],
  before: readonly SwitchPins[] = [],
): string[] => {
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
  requireFit(batch, [...others, ...before]);
  batch.forEach((pins, index) => {
    if (pins.sensor_pin === null || pins.dialecto !== 'acequia') return;
    const owner = relays.get(keyOf(pins.placa_id, pins.sensor_pin));
    if (owner !== undefined)
      throw pinTaken(index, 'sensor_pin', texts.pins.movesRelay(pins.sensor_pin, pins.numero, owner));
  });
  return warningsOf(batch);
};

const warningsOf = (batch: readonly SwitchPins[]): string[] => {
  const warnings = usesOf(batch).map(({ pin, role }) => pinRefusal(pin, role) ?? pinWarning(pin));
  return [...new Set(warnings.filter((warning) => warning !== null))];
};
