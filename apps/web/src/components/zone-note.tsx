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

/** The zone's name where its time differs from this browser's; '' otherwise. */
const noteOf = (zona: string, now: number): string => {
  const here = -new Date(now).getTimezoneOffset() * 60_000;
  const there = offsetOf(now, zona);
  return here === there ? '' : `Horas de ${city(zona)} (${utc(there)}); este equipo está en ${utc(here)}.`;
};

/** Names the company's zone, in which all times are shown, when the reader's clock differs. */
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
