import type { Dialecto, ForeignDialecto } from '@acequia/contracts';
import type { Codec } from './dialect.js';
import { esphome } from './esphome/esphome.js';
import { shelly } from './shelly/shelly.js';
import { tasmota } from './tasmota/tasmota.js';

/** The third-party firmwares that boards may speak. */
export const CODECS: Readonly<Record<ForeignDialecto, Codec>> = { tasmota, esphome, shelly };

/** null = our own protocol. */
export const codecOf = (dialecto: Dialecto): Codec | null => (dialecto === 'acequia' ? null : CODECS[dialecto]);
