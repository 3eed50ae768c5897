import type { Bandera } from '@acequia/contracts';

const formatos = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (YYYY-MM-DD) of an instant in a zone. */
export const diaEn = (zona: string, instante: Date): string => {
  const formato =
    formatos.get(zona) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zona, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatos.set(zona, formato);
  return formato.format(instante);
};

/** 1 when the day has passed in the zone: the day itself still counts (DEC-6). null never passes. */
export const estaVencido = (fecha: string | null, zona: string, ahora: Date): Bandera =>
  fecha !== null && fecha < diaEn(zona, ahora) ? 1 : 0;
