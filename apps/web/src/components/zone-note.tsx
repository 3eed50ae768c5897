import { Text } from '@chakra-ui/react';
import { companyZone } from '../lib/format/format.js';
import { useByClock } from '../lib/time/clock.js';
import { offsetOf } from '../lib/time/ticks.js';

const HOUR_MS = 3_600_000;
const city = (zona: string): string => (zona.split('/').at(-1) ?? zona).replaceAll('_', ' ');
const utc = (offset: number): string => {
  const minutes = Math.abs(offset / 60_000) % 60;
  const sign = offset < 0 ? '−' : '+';
  return `UTC${sign}${Math.floor(Math.abs(offset) / HOUR_MS)}${minutes > 0 ? `:${minutes}` : ''}`;
};

/** Names the zone where its hours are not those of this browser; '' where they are. */
const noteOf = (zona: string, now: number): string => {
  const here = -new Date(now).getTimezoneOffset() * 60_000;
  const there = offsetOf(now, zona);
  return here === there ? '' : `Horas de ${city(zona)} (${utc(there)}); este equipo está en ${utc(here)}.`;
};

/** Whose hours these are: the company's always, and named where the reader's clock shows others. */
export function ZoneNote({ zona = companyZone() }: { zona?: string }) {
  const text = useByClock((now) => noteOf(zona, now));
  return (
    text && (
      <Text fontSize="xs" color="fg.muted" data-zona={zona}>
        {text}
      </Text>
    )
  );
}
