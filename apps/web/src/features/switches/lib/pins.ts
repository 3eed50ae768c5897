import {
  pinExists,
  pinRefusal,
  pinWarning,
  relayExists,
  type Dialecto,
  type PinRole,
  type Switch,
} from '@acequia/contracts';
import { texts } from '../textos.js';

/** What a pin is used for, with the names of the switches. */
export interface PinUse {
  relay?: string;
  sensor?: string;
}
export type UsedPins = ReadonlyMap<number, PinUse>;

/** The board of the dialog. Firmwares other than ours number relays and sensors separately. */
export interface ChosenPlaca {
  dialecto: Dialecto;
  used: UsedPins;
  /** As `used`, with the stored pins of the switch being edited: what a board has already, it keeps. */
  had: UsedPins;
}

/** The pins in use on a board; `less` is the switch being edited, which does not count. */
export function usedPins(switches: readonly Switch[], placa: number | null, less: number | null): UsedPins {
  const used = new Map<number, PinUse>();
  const note = (pin: number, usage: PinUse) => used.set(pin, { ...used.get(pin), ...usage });
  for (const one of switches) {
    if (one.dispositivo_id !== placa || one.id === less) continue;
    note(one.hardware_pin, { relay: one.nombre });
    if (one.sensor_pin !== null) note(one.sensor_pin, { sensor: one.nombre });
  }
  return used;
}

/** Why the pin cannot be used, as the server would say; null when it can. Several switches may share a sensor. */
export function obstacle(pin: number, role: PinRole, { dialecto, used, had }: ChosenPlaca): string | null {
  if (role === 'relay' ? !relayExists(dialecto, pin) : !pinExists(pin)) return texts.pines.doesNotExist(pin);
  const usage = used.get(pin);
  const shared = dialecto === 'acequia';
  const unfit = shared && had.get(pin)?.[role] === undefined ? pinRefusal(pin, role) : null;
  if (unfit !== null) return unfit;
  if (usage?.relay !== undefined && (shared || role === 'relay')) return texts.pines.ofRelay(pin, usage.relay);
  if (usage?.sensor !== undefined && shared && role === 'relay') return texts.pines.delSensor(pin, usage.sensor);
  return null;
}

/** A note about using this pin; null when there is none. */
export const pinNote = (pin: number, role: PinRole, placa: ChosenPlaca): string | null =>
  obstacle(pin, role, placa) ?? (placa.dialecto === 'acequia' ? pinDoubt(pin, role) : null);

/** Why a pin that can be used is a doubtful choice on a board with our firmware; null = no objection. */
export const pinDoubt = (pin: number, role: PinRole): string | null => pinRefusal(pin, role) ?? pinWarning(pin);
