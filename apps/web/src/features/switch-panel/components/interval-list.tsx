import { Box, Grid, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { duration } from '../../../lib/format/duration.js';
import { dayOf, timeOf } from '../../../lib/format/format.js';
import { useByClock } from '../../../lib/time/clock.js';
import type { Interval } from '../lib/intervals.js';
import { texts } from '../textos.js';

/** Most intervals listed; the general history has all of them. */
export const MOST_INTERVALS = 30;

/** "01:36–01:56, 20 min, Ramón", grouped by day, newest first. */
export function IntervalList({ intervals }: { intervals: readonly Interval[] }) {
  const minute = useByClock((now) => Math.floor(now / 60_000));
  const now = minute * 60_000;
  if (intervals.length === 0) return <EmptyNotice height="5rem" text={texts.detail.noIntervals} />;
  const dayOfOne = ({ desde, hasta }: Interval): string => dayOf(desde ?? hasta ?? now) ?? '';
  const days = new Map<string, Interval[]>();
  for (const one of intervals.slice(0, MOST_INTERVALS))
    days.set(dayOfOne(one), [...(days.get(dayOfOne(one)) ?? []), one]);
  return (
    <Grid templateColumns="repeat(auto-fill, minmax(min(100%, 16rem), 1fr))" gap="4" data-intervalos>
      {[...days].map(([day, ofDay]) => (
        <Box key={day}>
          <Text fontSize="xs" color="fg.muted" fontWeight="600">
            {day === dayOf(now) ? texts.detail.today : day.split('-').reverse().join('/')}
          </Text>
          <Box as="ul" listStyleType="none">
            {ofDay.map(({ desde, hasta, who }) => {
              const lasts = desde === null ? null : duration(((hasta ?? Math.max(now, desde)) - desde) / 60_000);
              const parts = [
                `${desde === null ? '…' : timeOf(desde)}–${hasta === null ? texts.detail.now : timeOf(hasta)}`,
                lasts,
                who,
              ].filter(Boolean);
              return (
                <Box
                  as="li"
                  key={`${desde}-${hasta}`}
                  py="1"
                  fontVariantNumeric="tabular-nums"
                  fontWeight={hasta === null ? '650' : '450'}
                >
                  {parts.join(', ')}
                </Box>
              );
            })}
          </Box>
        </Box>
      ))}
    </Grid>
  );
}
