// Apart from the schemas, so that a browser can have it without zod.
import { pinExists } from './esp32.js';

/** What a board's firmware speaks over MQTT: our own protocol, or that of a firmware which is already in the field. */
export const DIALECTOS = ['acequia', 'tasmota', 'esphome', 'shelly'] as const;
export type Dialecto = (typeof DIALECTOS)[number];
/** Firmwares of somebody else's. */
export type ForeignDialecto = Exclude<Dialecto, 'acequia'>;

export const NOMBRE_DIALECTO: Readonly<Record<Dialecto, string>> = {
  acequia: 'Acequia',
  tasmota: 'Tasmota',
  esphome: 'ESPHome',
  shelly: 'Shelly',
};

/** First levels of every topic of a board of another firmware: nobody else may use them. */
export const prefixOf = (dialecto: ForeignDialecto, numero: number): string => `${dialecto}/${numero}`;

/** Tasmota counts its relays from 1; `POWER0` would be all of them at once. Most that a build has. */
const TASMOTA_RELAYS = 32;

/** Is there a relay by that number on such a board? On all but ours a pin is the firmware's own number of the relay. */
export const relayExists = (dialecto: Dialecto, pin: number): boolean =>
  pinExists(pin) && (dialecto !== 'tasmota' || (pin >= 1 && pin <= TASMOTA_RELAYS));
