import { DEFAULT_ZONE } from '@acequia/contracts';

export interface Validity {
  activa: boolean;
  fecha_vencimiento: string;
  zona_horaria: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (zone: string): Intl.DateTimeFormat => {
  let found = formats.get(zone);
  if (!found) {
    const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
    try {
      found = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: zone });
    } catch {
      // An older Node may not know the zone; the default zone is used so that nobody is locked out.
      found = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: DEFAULT_ZONE });
    }
    formats.set(zone, found);
  }
  return found;
};

/** The calendar day in a zone, YYYY-MM-DD. */
export const diaEn = (zone: string, moment: Date): string => format(zone).format(moment);

/** True while the company's users may log in: the company is active and its last day, inclusive in its zone, has not passed. */
export const isValid = (empresa: Validity, moment: Date): boolean =>
  empresa.activa && diaEn(empresa.zona_horaria, moment) <= empresa.fecha_vencimiento;
