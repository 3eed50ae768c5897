import { flowCause, type Proteccion } from '@acequia/contracts';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';

const t = texts.states;

/** What a protection does now: it is bypassed, keeps something off, is kept by its board, or protects nothing. */
export const stateOf = (
  { activa, omitida_hasta, disparada, estado }: Proteccion,
  { dateTimeOf }: Dates,
  now: number,
): string => {
  if (activa === 0) return t.inactive;
  if (omitida_hasta !== null && omitida_hasta > now) return t.bypassed(dateTimeOf(omitida_hasta));
  if (disparada) {
    const { desde, caudal } = disparada;
    return t.tripped(desde === null ? null : dateTimeOf(desde), caudal ? flowCause(caudal) : null);
  }
  return estado === null ? t.unknown : t[estado];
};
