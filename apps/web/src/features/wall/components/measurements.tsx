import type { MuroPunto } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import { MagnitudeIcon } from '../../../components/magnitude-icon.js';
import { inWords, isOutdated } from '../../../entities/punto/value.js';
import { ageOf } from '../../../lib/format/format.js';
import { texts } from '../textos.js';

/** As many as fit below the list. */
const MOST = 12;

interface Props {
  puntos: readonly MuroPunto[];
  now: number;
}

/** What is measured now; an old value says how old it is. */
export function Measurements({ puntos, now }: Props) {
  return (
    <Flex
      as="dl"
      aria-label={texts.measured}
      wrap="wrap"
      columnGap="1.4em"
      rowGap="0.2em"
      fontSize="1.2em"
      lineHeight="1.3"
    >
      {puntos.slice(0, MOST).map((punto) => {
        const old = isOutdated(punto, now);
        return (
          <Box key={punto.id} display="flex" gap="0.4em" minW="0" opacity={old ? 0.7 : 1}>
            <Text as="dt" fontSize="1em" color="fg.muted" overflowWrap="anywhere">
              <MagnitudeIcon magnitud={punto.magnitud} />
              {[punto.sitio, punto.nombre].filter(Boolean).join(' · ')}
            </Text>
            <Text as="dd" fontSize="1em" fontWeight="650" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
              {inWords(punto.magnitud, punto.valor)}
              {old && ` (${ageOf(punto.ts, now)})`}
            </Text>
          </Box>
        );
      })}
      {puntos.length > MOST && <Text fontSize="1em">{texts.more(puntos.length - MOST)}</Text>}
    </Flex>
  );
}
