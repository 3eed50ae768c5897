import { numero, type Turno } from '@acequia/contracts';
import { texts } from './textos.js';

type Amount = Pick<Turno, 'volumen_m3'> & Partial<Pick<Turno, 'estado' | 'hasta_humedad'>>;

/** What ends a turn before its longest time, in words; null = nothing. A server of the version before does not say. */
const endOf = ({ volumen_m3, hasta_humedad = null }: Amount): string | null => {
  if (hasta_humedad !== null) return texts.moisture(numero(hasta_humedad));
  return (volumen_m3 ?? null) === null ? null : texts.volume(numero(volumen_m3 ?? 0));
};

/** How much a turn waters: its time, or its volume or moisture and, until it is over, its longest time. `lasts`: its time in words. */
export const amountOf = (turno: Amount, lasts: string): string => {
  const { estado = 'previsto', volumen_m3 } = turno;
  const end = endOf(turno);
  if (end === null) return lasts;
  const amount = (volumen_m3 ?? null) === null ? texts.untilMoist(end) : end;
  return estado === 'previsto' || estado === 'en_curso' ? texts.atMost(amount, lasts) : amount;
};

/** When a turn goes off, in words: one by volume or moisture at the latest then. */
export const atMostOf = (turno: Amount, when: string): string => {
  const end = endOf(turno);
  return end === null ? when : texts.until(end, when);
};
