import { isDiscrepancy } from '@acequia/contracts';
import type { Field } from '../field/field.js';
import type { Wired } from '../field/things.js';

/** Whether the board has reported, since its newest order, something else than was asked for. `now` in ms. */
export const differs = ({ wish, on, ts }: Wired, now: number): boolean =>
  wish !== null && on !== null && ts >= wish.ts && isDiscrepancy({ ...wish, since: wish.ts }, on, now);

/** A program or a rule of the board may explain what differs: only device-gateway, which holds both, can tell. */
export const awaitsDecision = (wired: Wired, now: number): boolean =>
  differs(wired, now) && (wired.decision?.comando_id !== wired.wish?.comando_id || wired.decision?.on !== wired.on);

/** Whether device-gateway has to be asked about a switch of this company. */
export const hasDoubt = (field: Field, now: number): boolean => {
  for (const wired of field.switches.values()) if (awaitsDecision(wired, now)) return true;
  return false;
};
