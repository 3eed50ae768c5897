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
      // A zone that an older Node does not know: nobody is shut out for it.
      found = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: DEFAULT_ZONE });
    }
    formats.set(zone, found);
  }
  return found;
};

/** The calendar day in a zone, YYYY-MM-DD. */
export const diaEn = (zone: string, moment: Date): string => format(zone).format(moment);

/** Whether a company's people may be inside: active, and not past its last day, which counts whole in the company's zone. */
export const isValid = (empresa: Validity, moment: Date): boolean =>
  empresa.activa && diaEn(empresa.zona_horaria, moment) <= empresa.fecha_vencimiento;
