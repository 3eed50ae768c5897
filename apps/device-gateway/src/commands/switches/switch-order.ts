import type { ComandoAction, SystemReason, TurnOnRefusal } from '@acequia/contracts';
import type { StoredComando } from '../ledger/comando.js';

export interface ComandoASwitch {
  switch_id: number;
  empresa_id: number;
  placa_id: number;
  pin: number;
  max_s: number | null;
  accion: ComandoAction;
  /** null = the system. */
  usuario_id: number | null;
  /** The program that orders with that person's token. */
  actor?: string | null;
  clave: string | null;
  ip: string;
  navegador: string;
  expiry_ms: number;
  /** How long the switch has to be off before this ON, s. */
  min_off_s: number;
  /** Why the system orders the command, or for which program or rule. */
  motivo?: SystemReason;
  /** Of an ON: refused when a person's newest order is an OFF after this, ms. */
  no_apagado_desde?: number | undefined;
}

/** What interlock groups and the rest time after an OFF require of a command. */
export interface Revision {
  /** Why the command may not run; it is stored as refused. */
  refusal: TurnOnRefusal | null;
  /** Commands that turn other switches off first. */
  before: readonly ComandoASwitch[];
  /** Ids of further commands that must end first. */
  waitsFor: readonly string[];
  /** How long the command waits after that, s. */
  wait_s: number;
  /** For an ON: seconds left of the rest time, given when the newest OFF left (ms, null = never). */
  restLeft?: (offSent: number | null) => number;
}

export interface Noted {
  comando: StoredComando;
  isNew: boolean;
  withdrawn: StoredComando[];
  /** Commands that were stored together with this one, and leave before it. */
  before: StoredComando[];
  /** The command leaves after others. */
  wait: boolean;
}

const VIA = 'placa:';
/** The `via` of the commands to a board's switches. */
export const viaOf = (placa_id: number): string => `${VIA}${placa_id}`;
export const placaOf = ({ via }: { via: string }): number => Number(via.slice(VIA.length));
