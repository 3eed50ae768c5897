import type { MuroAviso, Severidad } from '@acequia/contracts';
import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { siteOf } from '../../../entities/aviso/site-of.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { ageOf } from '../../../lib/format/format.js';
import { growthOf, inOrder } from '../lib/views.js';
import { texts } from '../textos.js';

const PALETTES: Readonly<Record<Severidad, string>> = { critica: 'teja', alta: 'teja', media: 'miel', baja: 'agua' };
/** Rows that fit the height of a screen at the smallest type. */
const MOST = 6;

interface Props {
  avisos: readonly MuroAviso[];
  /** Name of a company; null where all are of one. */
  nameOf: (id: number) => string | null;
  now: number;
}

/** The worst of what is wrong, as many as can be read from five metres. */
export function Problems({ avisos, nameOf, now }: Props) {
  const rest = avisos.length - MOST;
  return (
    <chakra.ul
      listStyleType="none"
      aria-label={texts.now}
      display="flex"
      flexDirection="column"
      gap="0.35em"
      h={{ md: 'full' }}
      fontSize={{ md: `${growthOf(avisos.length, MOST)}em` }}
    >
      {inOrder(avisos)
        .slice(0, MOST)
        .map(({ id, tipo, severidad, texto, datos, empresa_id, sitio, desde, calma_desde }) => (
          <Flex
            as="li"
            key={id}
            colorPalette={PALETTES[severidad]}
            align={{ md: 'center' }}
            flex={{ md: '1' }}
            gap="0.6em"
            py="0.35em"
            ps="0.6em"
            borderStartWidth="0.3em"
            borderStartColor="colorPalette.solid"
            bg="colorPalette.subtle"
            rounded="0.25em"
          >
            <Box minW="0" flex="1">
              <Text fontSize="1.35em" lineHeight="1.2" fontWeight="650" lineClamp={{ base: 'none', md: '2' }}>
                {texto}
              </Text>
              <Text color="fg.muted" lineHeight="1.3">
                {[
                  nameOf(empresa_id),
                  siteOf({ tipo, sitio, datos }),
                  typeof calma_desde === 'number' && avisoTexts.calm(ageOf(calma_desde, now)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Box>
            <Text
              fontSize="1.2em"
              fontWeight="650"
              flexShrink="0"
              pe="0.5em"
              color="colorPalette.fg"
              fontVariantNumeric="tabular-nums"
            >
              {ageOf(desde, now)}
            </Text>
          </Flex>
        ))}
      {rest > 0 && (
        <Text as="li" fontSize="1.2em" fontWeight="600" color="fg.muted">
          {texts.more(rest)}
        </Text>
      )}
    </chakra.ul>
  );
}
