import { z } from 'zod';
import type { SkyHour } from './sky.js';

const TIMEOUT_MS = 5_000;
/** As far ahead as conditions look, and the day on which they begin. */
const DAYS = 4;

const Values = z.array(z.number().nullable());
/** Source: https://open-meteo.com/en/docs. Times with `timeformat=unixtime` are seconds of UTC; precipitation is the sum of the hour before. */
const Answer = z
  .object({
    hourly: z.object({
      time: z.array(z.number().int()),
      precipitation: Values,
      temperature_2m: Values,
      wind_speed_10m: Values,
    }),
  })
  .refine(({ hourly }) => Object.values(hourly).every(({ length }) => length === hourly.time.length), 'uneven columns');

export interface Place {
  latitud: number;
  longitud: number;
}

/** Asks a server with Open-Meteo's API. Follows no redirect. Rejects when it does not answer as documented. */
export const askOpenMeteo = async (base: string, key: string | undefined, place: Place): Promise<SkyHour[]> => {
  const url = new URL('v1/forecast', base.endsWith('/') ? base : `${base}/`);
  const query: Record<string, string> = {
    latitude: String(place.latitud),
    longitude: String(place.longitud),
    hourly: 'precipitation,temperature_2m,wind_speed_10m',
    timeformat: 'unixtime',
    forecast_days: String(DAYS),
    ...(key !== undefined && { apikey: key }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the forecast was answered with ${response.status}`);
  const { hourly } = Answer.parse(await response.json());
  return hourly.time.map((seconds, n) => ({
    ts: seconds * 1_000,
    mm: hourly.precipitation[n] ?? null,
    celsius: hourly.temperature_2m[n] ?? null,
    kmh: hourly.wind_speed_10m[n] ?? null,
  }));
};
