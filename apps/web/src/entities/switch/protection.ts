import { flowCause, type ProteccionDeSwitch, type SwitchEnVivo } from '@acequia/contracts';
import type { Dates } from '../../lib/time/shown-zone.js';
import { texts } from './textos.js';

type Kept = SwitchEnVivo & { proteccion: ProteccionDeSwitch };

/** Whether a protection keeps a switch off. A bypassed one leaves it to the board. */
export const isKeptOff = (sw: SwitchEnVivo): sw is Kept =>
  sw.proteccion?.disparada !== null && sw.proteccion?.disparada !== undefined && sw.proteccion.omitida_hasta === null;

export const protectionText = (
  { nombre, disparada, omitida_hasta }: ProteccionDeSwitch,
  { dateTimeOf }: Pick<Dates, 'dateTimeOf'>,
): string => {
  if (omitida_hasta !== null) return texts.proteccion.bypassed(nombre, dateTimeOf(omitida_hasta));
  const desde = disparada?.desde ?? null;
  return texts.proteccion.keepsOff(
    nombre,
    desde === null ? null : dateTimeOf(desde),
    disparada?.caudal ? flowCause(disparada.caudal) : null,
  );
};
