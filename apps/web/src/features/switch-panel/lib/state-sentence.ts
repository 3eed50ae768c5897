import { duration, type SwitchEnVivo } from '@acequia/contracts';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';
import { momentOf, sinceOf } from './face.js';
import type { By, Interval } from '../../../entities/switch/who/intervals.js';

const { state: t } = texts;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const byWords = ({ kind, who }: By): string => (kind === 'persona' ? t.by(who) : t.by(lowerFirst(who)));

/** Why it went off where no order did that; '' = unknown, or an order of which only the kind is known. */
function endingWords({ causa, limite_s, nombre }: NonNullable<SwitchEnVivo['fin']>): string {
  if (causa === 'limite') return t.limit(limite_s === null ? null : duration(limite_s / 60));
  if (causa === 'programa' || causa === 'regla') return t.by(t.named[causa](nombre ?? null));
  return t.cause[causa];
}

/** What a switch is, since when and by whom: "Apagado desde 09:00, por el programa «Pulsos»". `last`: its newest time on; `now` in ms. */
export function stateSentence(sw: SwitchEnVivo, last: Interval | undefined, now: number, dates: Dates): string {
  if (sw.estado === null) return t.unknown;
  const on = sw.estado === 1;
  const fits = last !== undefined && on === (last.hasta === null);
  const ts = fits ? (on ? last.desde : last.hasta) : null;
  const since = sinceOf(sw, ts === null ? undefined : { estado: sw.estado, ts });
  const by = fits ? (on ? last.by : last.endedBy) : null;
  return t.is(
    on,
    since === null ? null : momentOf(since, now, dates),
    by ? byWords(by) : !on && sw.fin ? endingWords(sw.fin) : '',
  );
}
