import { dayIn } from '@acequia/service-kit';
import { hourIn } from '../clock/hours.js';

/** When the dossier is made on the first day, unless the company has its own hour. */
const HOUR = '06:00';
/** A service that was down makes it later, but not when the month is long over: then a person asks for it. */
const LAST_DAY = '07';

export const monthBefore = (mes: string): string => {
  const [year = 0, month = 1] = mes.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
};

/** The month whose dossier is due in a zone, YYYY-MM; null = none now. */
export const dueMonth = (zone: string, hour: string | null, now: number): string | null => {
  const day = dayIn(zone, now);
  const isLate = day.slice(8) > '01' || hourIn(zone, now) >= (hour ?? HOUR);
  return day.slice(8) <= LAST_DAY && isLate ? monthBefore(day.slice(0, 7)) : null;
};
