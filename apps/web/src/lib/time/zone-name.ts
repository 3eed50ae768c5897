import { companyZone } from '../format/format.js';
import { offsetOf } from './ticks.js';

/** The city of an IANA zone. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Names the zone of one time in a list whose other times are in the session's zone; '' where both clocks agree. */
export const zoneMark = (ts: number, zone: string): string =>
  offsetOf(ts, zone) === offsetOf(ts, companyZone()) ? '' : ` (hora de ${cityOf(zone)})`;
