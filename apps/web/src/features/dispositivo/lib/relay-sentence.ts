import type { Comando } from '@acequia/contracts';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';

const { state: t } = texts;

/**
 * What a relay is, and since when and by whom where its newest confirmed order made it so. The relay may also be switched by hand, so an
 * older order says nothing. `comandos`: newest first; `now` in ms.
 */
export function relaySentence(
  estado: 0 | 1 | null,
  comandos: readonly Comando[] | undefined,
  now: number,
  { dayOf, timeOf, dateTimeOf }: Dates,
): string {
  if (estado === null) return t.unknown;
  const newest = comandos?.find((one) => one.estado === 'confirmado');
  if (!newest || (newest.accion === 'on') !== (estado === 1)) return t.is(estado === 1, null, '');
  const when = dayOf(newest.ts) === dayOf(now) ? t.today(timeOf(newest.ts)) : dateTimeOf(newest.ts);
  return t.is(estado === 1, when, newest.usuario_nombre ?? (newest.usuario_id === null ? t.system : t.person));
}
