import { Box, chakra, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useDeadLetters } from '../api/placas.js';
import { texts } from '../textos.js';

const { deadLetters: t } = texts;

/** A board's dead letters: content, time, and why each was not stored. */
export function DeadLetters({ placaId, level = 'h3' }: { placaId: number; level?: 'h2' | 'h3' }) {
  const { data, isError } = useDeadLetters(placaId);
  const { dateTimeOf } = useDates();
  return (
    <Box as="section" aria-label={t.title}>
      <Heading as={level} size="md">
        {t.title}
      </Heading>
      <Text color="fg.muted" mb="3">
        {t.help}
      </Text>
      {isError ? (
        <Text role="alert" color="fg.warning">
          {t.failure}
        </Text>
      ) : data === undefined ? (
        <Skeleton h="16" />
      ) : data.length === 0 ? (
        <Text color="fg.muted" borderWidth="1px" borderStyle="dashed" rounded="md" px="4" py="5" textAlign="center">
          {t.none}
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2">
          {data.map(({ id, ts, motivo, detalle, topico, contenido }) => (
            <Box as="li" key={id} borderWidth="1px" rounded="md" px="3" py="2.5">
              <Flex gap="3" justify="space-between" wrap="wrap">
                <Text fontWeight="600">{t.reasons[motivo]}</Text>
                <Text color="fg.muted" fontVariantNumeric="tabular-nums">
                  {dateTimeOf(ts)}
                </Text>
              </Flex>
              {detalle && <Text overflowWrap="anywhere">{detalle}</Text>}
              <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
                {topico}
              </Text>
              <chakra.pre
                fontFamily="mono"
                fontSize="xs"
                mt="1.5"
                p="2"
                bg="bg.subtle"
                rounded="sm"
                whiteSpace="pre-wrap"
                overflowWrap="anywhere"
              >
                {contenido}
              </chakra.pre>
            </Box>
          ))}
        </Stack>
      )}
    </Box>
  );
}
