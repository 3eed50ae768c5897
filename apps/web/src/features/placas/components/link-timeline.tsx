import { duration, type PlacaDetalle } from '@acequia/contracts';
import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { linkIntervals, piecesOf } from '../lib/link-intervals.js';
import { texts } from '../textos.js';

const { board: t } = texts;
const DAY_MS = 86_400_000;
/** Most intervals listed. */
const MOST = 20;

/** When the board was connected: the last day as a bar, and the times as a list, newest first. */
export function LinkTimeline({ changes }: { changes: PlacaDetalle['enlaces'] }) {
  const now = useByClock((ms) => Math.floor(ms / 60_000)) * 60_000 + 60_000;
  const { dateTimeOf } = useDates();
  const intervals = linkIntervals(changes);
  const pieces = piecesOf(intervals, now - DAY_MS, now);
  return (
    <Box as="section" aria-label={t.timeline}>
      <Heading as="h2" size="md" mb="2">
        {t.timeline}
      </Heading>
      {intervals.length === 0 ? (
        <EmptyNotice height="5rem" text={t.neverConnected} />
      ) : (
        <>
          <Box position="relative" h="6" rounded="sm" bg="bg.muted" overflow="hidden" role="img" aria-label={t.lastDay}>
            {pieces.map(({ online, start, width }) => (
              <Box
                key={start}
                position="absolute"
                top={online ? '0' : '35%'}
                bottom={online ? '0' : '35%'}
                bg={online ? 'campo.solid' : 'miel.solid'}
                style={{ insetInlineStart: `${start * 100}%`, width: `${width * 100}%` }}
              />
            ))}
          </Box>
          <Flex justify="space-between" fontSize="xs" color="fg.muted" mb="3" mt="1">
            <span>{t.dayAgo}</span>
            <span>{t.now}</span>
          </Flex>
          <Box as="ul" listStyleType="none" maxH="16rem" overflowY="auto" tabIndex={0} aria-label={t.connections}>
            {intervals.slice(0, MOST).map(({ online, from, to }) => (
              <Flex
                as="li"
                key={from}
                py="1.5"
                gap="3"
                justify="space-between"
                wrap="wrap"
                borderTopWidth="1px"
                fontVariantNumeric="tabular-nums"
              >
                <Text fontWeight="600" color={online ? 'fg.success' : 'fg.warning'}>
                  {online ? t.connected : t.disconnected}
                </Text>
                <Text color="fg.muted">
                  {dateTimeOf(from)} · {duration((Math.max(to ?? now, from) - from) / 60_000)}
                </Text>
              </Flex>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}
