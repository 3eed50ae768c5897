import { DISCREPANCY_MS } from '@acequia/contracts';
import type { Field } from '../field/field.js';
import type { Wired } from '../field/things.js';

/** Whether the board reports something else than what was asked for last, for longer than an order takes. `now` in ms. */
export const differs = ({ wish, on, ts }: Wired, now: number): boolean => {
  if (!wish || on === (wish.accion === 'on')) return false;
  // An ON that was carried out ends by itself.
  const holds = wish.estado === 'confirmado' && wish.max_s !== null && now < wish.ts + wish.max_s * 1_000;
  if (wish.accion === 'on' && !holds) return false;
  return wish.estado !== 'solicitado' && ts >= wish.ts && now - wish.ts > DISCREPANCY_MS;
};

/** A program or a rule of the board may explain what differs: only device-gateway, which holds both, can tell. */
export const awaitsDecision = (wired: Wired, now: number): boolean =>
  differs(wired, now) && (wired.decision?.comando_id !== wired.wish?.comando_id || wired.decision?.on !== wired.on);

/** Whether device-gateway has to be asked about a switch of this company. */
export const hasDoubt = (field: Field, now: number): boolean => {
  for (const wired of field.switches.values()) if (awaitsDecision(wired, now)) return true;
  return false;
};
