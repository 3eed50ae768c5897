import { createContext, useContext, useMemo } from 'react';
import { companyZone, dateTimeOf, dayOf, timeOf } from '../format/format.js';

const ShownZone = createContext<string | null>(null);

/** Everything inside shows its times in the zone `value`; null = the zone of the session. */
export const InZone = ShownZone.Provider;

/** The time zone in which this part of the screen shows its times. */
export const useShownZone = (): string => useContext(ShownZone) ?? companyZone();

/** The formats of lib/format, bound to a zone. */
export const datesIn = (zone: string) => ({
  zone,
  dateTimeOf: (value: string | number | null | undefined): string => dateTimeOf(value, zone),
  timeOf: (ts: number): string => timeOf(ts, zone),
  dayOf: (value: string | number): string | null => dayOf(value, zone),
});
export type Dates = ReturnType<typeof datesIn>;

/** Dates in the zone of this part of the screen; the same object until the zone changes. */
export function useDates(): Dates {
  const zone = useShownZone();
  return useMemo(() => datesIn(zone), [zone]);
}
