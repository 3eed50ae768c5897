import { MAX_ENCENDIDO_S, type TipoSwitch } from '@acequia/contracts';
import type { Relay } from './board-spec.js';

/** What is known of one relay. Times in ms. */
export interface RelayEstado extends Relay {
  on: boolean;
  /** When the relay was last turned on, and when it must be off at the latest; ms. */
  desde: number;
  limite: number;
  /** Time of the last real change, ms. */
  encendido_al: number;
  apagado_al: number;
  /** Longest time on, from the server's pin map or the default of its type, s. */
  max_s: number;
  /** Whether the server's pin map has the pin: a pin that left the map is off and refuses commands. */
  mapped: boolean;
  /** The valve stays on only until its pump has rested. */
  closing: boolean;
  /** Shortest time off before the relay may go on again, s. */
  min_off_s: number;
  /** Why it last went off. */
  cause: OffCause;
  /** The agenda's next claim on it: when it will turn it on, ms, and for how many seconds. */
  next: Claim | null;
  /** Its wire is as it was last told to be. */
  follows: boolean;
}

export interface Claim {
  from: number;
  secs: number;
}

export type OffCause = 'order' | 'limit' | 'interlock' | 'locked' | 'protection';
export type RejectionReason = 'unknown_pin' | 'unfit_pin' | 'locked' | 'protection' | 'min_off' | 'interlock';

/** One that is off, and always was. */
export const apagado = (relay: { pin: number; tipo: TipoSwitch }): RelayEstado => ({
  ...relay,
  on: false,
  desde: 0,
  limite: 0,
  encendido_al: 0,
  apagado_al: -Infinity,
  max_s: MAX_ENCENDIDO_S[relay.tipo],
  mapped: true,
  closing: false,
  min_off_s: 0,
  cause: 'order',
  next: null,
  follows: true,
});
