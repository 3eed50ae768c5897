import type { CausaFallo, CorridaDePlaca } from '@acequia/contracts';

/** Stored as the cause of a turn that a person ended: it did not fail. */
export const BY_PERSON = 'persona';
/** Why a turn was lost or cut; null = by its own switch or device, as its reason says. */
export type StoredCause = CausaFallo | typeof BY_PERSON | null;

/** Whose fault an end is; null = its switch's own, as the reason says. */
export const CAUSE_OF_END: Readonly<Record<CorridaDePlaca['end'], CausaFallo | null>> = {
  done: 'placa',
  off: null,
  limit: null,
  interlock: null,
  locked: null,
  late: 'placa',
  power: 'corriente',
  clock: 'reloj',
  volume: null,
  reached: null,
  protection: null,
};
