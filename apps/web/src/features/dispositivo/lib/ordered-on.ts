import type { Comando } from '@acequia/contracts';
import type { Actor } from '../../../entities/switch/who/intervals.js';
import { byOf } from '../../../entities/switch/who/intervals.js';

/** A time for which an order turned a relay on, ms. */
export interface OrderedOn {
  desde: number;
  /** Null = nothing tells when it ended. */
  hasta: number | null;
  actor: Actor;
}

/**
 * When orders had a relay on, newest first as `comandos`. Its states are not kept, and it may be switched by hand: an order that neither its
 * own timer nor a later order ended lasts only while the relay says that it is on.
 */
export function orderedOn(comandos: readonly Comando[], isOn: boolean, now: number): OrderedOn[] {
  const followed = comandos.filter(({ estado }) => estado === 'confirmado');
  const timeOf = ({ resuelto_ts, ts }: Comando): number => resuelto_ts ?? ts;
  return followed.flatMap((one, i) => {
    if (one.accion !== 'on') return [];
    const desde = timeOf(one);
    const next = followed[i - 1];
    const timer = one.max_s === null ? Infinity : desde + one.max_s * 1_000;
    const end = Math.min(timer, next ? timeOf(next) : Infinity);
    return [{ desde, hasta: end <= now ? end : isOn ? now : null, actor: byOf(one).kind }];
  });
}
