// Apart from the schemas, so that a browser can load this without zod.
import { pinExists } from './esp32.js';

/** MQTT protocols of board firmware: Acequia's own, or that of a firmware already in the field. */
export const DIALECTOS = ['acequia', 'tasmota', 'esphome', 'shelly'] as const;
export type Dialecto = (typeof DIALECTOS)[number];
/** Third-party firmwares. */
export type ForeignDialecto = Exclude<Dialecto, 'acequia'>;
export const FOREIGN_DIALECTOS = DIALECTOS.filter((name): name is ForeignDialecto => name !== 'acequia');

export const NOMBRE_DIALECTO: Readonly<Record<Dialecto, string>> = {
  acequia: 'Acequia',
  tasmota: 'Tasmota',
  esphome: 'ESPHome',
  shelly: 'Shelly',
};

/** Prefix of every topic of a board with another firmware; no other client may use it. */
export const prefixOf = (dialecto: ForeignDialecto, numero: number): string => `${dialecto}/${numero}`;

/** Most relays of a Tasmota build. Tasmota counts them from 1; `POWER0` would address all at once. */
const TASMOTA_RELAYS = 32;

/** Whether such a board can have a relay of that number. On third-party firmware a pin is the firmware's relay number. */
export const relayExists = (dialecto: Dialecto, pin: number): boolean =>
  pinExists(pin) && (dialecto !== 'tasmota' || (pin >= 1 && pin <= TASMOTA_RELAYS));
