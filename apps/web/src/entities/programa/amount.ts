import { numero, type Turno } from '@acequia/contracts';
import { texts } from './textos.js';

type Amount = Pick<Turno, 'volumen_m3'> & { estado?: Turno['estado'] };

/** How much a turn waters: its time, or its volume and, until it is over, its longest time. `lasts`: its time in words. */
export const amountOf = ({ volumen_m3, estado = 'previsto' }: Amount, lasts: string): string => {
  // A server of the version before does not say.
  if ((volumen_m3 ?? null) === null) return lasts;
  const volume = texts.volume(numero(volumen_m3 ?? 0));
  return estado === 'previsto' || estado === 'en_curso' ? texts.atMost(volume, lasts) : volume;
};

/** When a turn goes off, in words: one by volume at the latest then. */
export const atMostOf = ({ volumen_m3 }: Amount, when: string): string =>
  (volumen_m3 ?? null) === null ? when : texts.untilVolume(texts.volume(numero(volumen_m3 ?? 0)), when);
