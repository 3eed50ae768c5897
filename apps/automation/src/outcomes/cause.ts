import type { CausaFallo } from '@acequia/contracts';

/** Stored as the cause of a turn that a person ended: it did not fail. */
export const BY_PERSON = 'persona';
/** Why a turn was lost or cut; null = by its own switch or device, as its reason says. */
export type StoredCause = CausaFallo | typeof BY_PERSON | null;
