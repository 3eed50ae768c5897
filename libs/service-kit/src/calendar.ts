import { DEFAULT_ZONE } from '@acequia/contracts';

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

const format = (zone: string): Intl.DateTimeFormat => {
  let found = formats.get(zone);
  if (!found) {
    try {
      found = formatOf(zone);
    } catch {
      // An older Node may not know the zone; the default zone then keeps its people from being locked out.
      found = formatOf(DEFAULT_ZONE);
    }
    formats.set(zone, found);
  }
  return found;
};

/** The answer to the last question about each zone: a list asks for one moment ten thousand times. */
const answers = new Map<string, { moment: number; day: string }>();

/** The calendar day (YYYY-MM-DD) of a moment in a zone. */
export const dayIn = (zone: string, moment: Date | number): string => {
  const known = answers.get(zone);
  if (known?.moment === Number(moment)) return known.day;
  const day = format(zone).format(moment);
  answers.set(zone, { moment: Number(moment), day });
  return day;
};

/** Whether the last day of a company or device has passed in the zone: the day itself still counts (DEC-6). null never passes. */
export const isPastDay = (last: string | null, zone: string, moment: Date | number): boolean =>
  last !== null && last < dayIn(zone, moment);
