import type { Machine } from './machine.js';

/**
 * Whether people were told of an alarm, beside its life (`machine.ts`); without clock or storage. An alarm that returns is
 * told again only if it stays, and only if somebody was told before: an episode that nobody heard of damps nothing.
 */
export interface Telling {
  /** This episode was told. */
  told: boolean;
  /** When people were last told; 0 = never. ms */
  toldAt: number;
  /** Earliest time to tell this episode. ms */
  from: number;
}

/** A returned alarm that was told before must stay this long, ms. */
export const TELL_AGAIN_MS = 15 * 60_000;

export const UNTOLD: Telling = { told: false, toldAt: 0, from: 0 };

/** A new alarm may be told at once. */
export const firstEpisode = (now: number): Telling => ({ told: false, toldAt: 0, from: now });

/** The same alarm returns, within its hour or while it is about to end. */
export const nextEpisode = ({ toldAt }: Telling, now: number): Telling => ({
  told: false,
  toldAt,
  from: toldAt > 0 ? now + TELL_AGAIN_MS : now,
});

/** Whether to tell it now, silences aside. */
export const mayBeTold = ({ told, from }: Telling, { phase }: Machine, now: number): boolean =>
  phase === 'open' && !told && from <= now;

export const tellNow = (telling: Telling, now: number): Telling => ({ ...telling, told: true, toldAt: now });

/** The episode is over. @param reached false = what was to be told of it went to nobody */
export const afterEpisode = (telling: Telling, reached = true): Telling => ({
  ...telling,
  told: false,
  toldAt: reached ? telling.toldAt : 0,
});
