import type { Flag } from '@acequia/contracts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (YYYY-MM-DD) of an instant in a zone. */
export const diaEn = (zona: string, instant: Date): string => {
  const formato =
    formats.get(zona) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zona, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zona, formato);
  return formato.format(instant);
};

/** 1 when the day has passed in the zone: the day itself still counts (DEC-6). null never passes. */
export const isExpired = (fecha: string | null, zona: string, now: Date): Flag =>
  fecha !== null && fecha < diaEn(zona, now) ? 1 : 0;
