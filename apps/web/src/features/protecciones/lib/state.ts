import { flowCause, isByFlow, type Proteccion } from '@acequia/contracts';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';

const t = texts.states;

/** What a protection does now: it is bypassed, keeps something off, is kept by its board or the service, or protects nothing. */
export const stateOf = (
  { activa, cuando, omitida_hasta, disparada, estado }: Proteccion,
  { dateTimeOf }: Dates,
  now: number,
): string => {
  if (activa === 0) return t.inactive;
  if (omitida_hasta !== null && omitida_hasta > now) return t.bypassed(dateTimeOf(omitida_hasta));
  if (disparada) {
    const { desde, caudal } = disparada;
    return t.tripped(desde === null ? null : dateTimeOf(desde), caudal ? flowCause(caudal) : null);
  }
  if (estado === null) return t.unknown;
  return estado === 'por_servicio' && isByFlow(cuando) ? t.tells : t[estado];
};
