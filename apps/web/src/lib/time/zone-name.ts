import { companyZone } from '../format/format.js';
import { CITIES, REGIONS, texts } from '../textos.js';
import { offsetOf } from './ticks.js';

/** Every name found so far. */
const names = new Map<string, string>(CITIES);

/** The Spanish name of a zone's city or country; the English one of IANA where the browser knows none. */
export function cityOf(zone: string): string {
  const known = names.get(zone) ?? spanishName(zone);
  names.set(zone, known);
  return known;
}

/**
 * A zone in a list of all of them: "Ciudad de México, América". Not {@link cityOf}, which takes the browser a moment for each of four hundred.
 */
export function zoneText(zone: string): string {
  const [region = '', ...place] = zone.split('/');
  const city = names.get(zone) ?? (place.at(-1) ?? zone).replaceAll('_', ' ');
  return place.length === 0 ? city : `${city}, ${REGIONS[region] ?? region}`;
}

function spanishName(zone: string): string {
  const name = new Intl.DateTimeFormat('es-MX', { timeZone: zone, timeZoneName: 'shortGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name?.startsWith(texts.zonePrefix)
    ? name.slice(texts.zonePrefix.length)
    : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Names the zone of one time in a list whose other times are in the session's zone; '' where both clocks agree. */
export const zoneMark = (ts: number, zone: string): string =>
  offsetOf(ts, zone) === offsetOf(ts, companyZone()) ? '' : texts.inZone(cityOf(zone));
