import { Box, Flex, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { duration } from '../../../lib/format/duration.js';
import { dateTimeOf, dayOf, timeOf } from '../../../lib/format/format.js';
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
  const shown = intervals.slice(0, MOST_INTERVALS);
  const dayOfOne = ({ desde, hasta }: Interval): string => dayOf(desde ?? hasta ?? now) ?? '';
  return (
    <Box as="ul" listStyleType="none" data-intervalos>
      {shown.map((one, i) => {
        const day = dayOfOne(one);
        const { desde, hasta, who } = one;
        const lasts = desde === null ? null : duration(((hasta ?? Math.max(now, desde)) - desde) / 60_000);
        const parts = [
          `${desde === null ? '…' : timeOf(desde)}–${hasta === null ? texts.detail.now : timeOf(hasta)}`,
          lasts,
          who,
        ].filter(Boolean);
        return (
          <Box as="li" key={`${desde}-${hasta}`} py="1.5">
            {(i === 0 || day !== dayOfOne(shown[i - 1]!)) && (
              <Text fontSize="xs" color="fg.muted" fontWeight="600" pt={i === 0 ? 0 : 2}>
                {day === dayOf(now) ? texts.detail.today : dateTimeOf(desde ?? hasta ?? now).slice(0, 10)}
              </Text>
            )}
            <Flex fontVariantNumeric="tabular-nums" fontWeight={hasta === null ? '650' : '450'}>
              {parts.join(', ')}
            </Flex>
          </Box>
        );
      })}
    </Box>
  );
}
