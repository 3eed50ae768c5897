import { Box, Text } from '@chakra-ui/react';
import { stepOf, tickLabel, ticksOf } from '../../../lib/time/ticks.js';
import type { Window } from '../lib/day-window.js';
import { placeIn } from '../lib/lanes.js';

const MOST = 8;

export const ticksIn = ({ from, to }: Window, timeZone: string): { at: number; left: number; label: string }[] => {
  const step = stepOf(from, to, MOST);
  return ticksOf(from, to, step, timeZone).map((at) => ({
    at,
    left: placeIn(at, at, from, to).left,
    label: tickLabel(at, step, timeZone),
  }));
};

/** The hours under a timeline; only every other one where space is short. */
export function TimeAxis({ window, timeZone }: { window: Window; timeZone: string }) {
  return (
    <Box position="relative" h="5" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" aria-hidden>
      {ticksIn(window, timeZone).map(({ at, left, label }, n) => (
        <Text
          key={at}
          position="absolute"
          whiteSpace="nowrap"
          transform={left < 2 ? undefined : left > 97 ? 'translateX(-100%)' : 'translateX(-50%)'}
          {...(n % 2 === 1 && { display: { base: 'none', md: 'block' } })}
          style={{ left: `${left}%` }}
        >
          {label}
        </Text>
      ))}
    </Box>
  );
}

/** The same hours as thin lines behind the timeline, and a line at the current time. */
export function TimeGrid({ window, timeZone, now }: { window: Window; timeZone: string; now: number }) {
  return (
    <>
      {ticksIn(window, timeZone).map(({ at, left }) => (
        <Box
          key={at}
          position="absolute"
          insetY="0"
          borderStartWidth="1px"
          borderColor="border"
          style={{ left: `${left}%` }}
        />
      ))}
      {now > window.from && now < window.to && (
        <Box
          position="absolute"
          insetY="0"
          borderStartWidth="2px"
          borderColor="fg.muted"
          style={{ left: `${placeIn(now, now, window.from, window.to).left}%` }}
        />
      )}
    </>
  );
}
