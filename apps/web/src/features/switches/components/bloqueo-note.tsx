import type { Bloqueo } from '@acequia/contracts';
import { Box, Flex } from '@chakra-ui/react';
import { LockIcon } from '../../../components/icons.js';
import { texts as switchTexts } from '../../../entities/switch/textos.js';

/** Below a switch's name: who locked it out, and why. */
export function BloqueoNote({ bloqueo }: { bloqueo: Bloqueo }) {
  const short = switchTexts.bloqueo.short(bloqueo.usuario_nombre, bloqueo.motivo);
  return (
    <Flex
      as="span"
      data-bloqueo
      gap="1"
      align={{ base: 'flex-start', md: 'center' }}
      color="fg.warning"
      fontSize="xs"
      fontWeight="600"
      lineHeight="1.2"
      title={short}
    >
      <LockIcon />
      <Box as="span" minW="0" truncate={{ md: true }}>
        {short}
      </Box>
    </Flex>
  );
}
