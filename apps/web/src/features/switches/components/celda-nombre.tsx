import type { Bloqueo } from '@acequia/contracts';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { CandadoIcon } from '../../../components/icons.js';
import { textos as textosDeMando } from '../../../components/mando/textos.js';

/** A switch's name and, under it, who locked it out and why. */
export function CeldaNombre({ nombre, bloqueo }: { nombre: string; bloqueo: Bloqueo | undefined }) {
  const corto = bloqueo && textosDeMando.bloqueo.corto(bloqueo.usuario_nombre, bloqueo.motivo);
  return (
    <>
      <chakra.span display="block" truncate={{ md: true }} title={nombre}>
        {nombre}
      </chakra.span>
      {corto && (
        <Flex
          as="span"
          data-bloqueo
          gap="1"
          align={{ base: 'flex-start', md: 'center' }}
          color="fg.warning"
          fontSize="xs"
          fontWeight="600"
          lineHeight="1.2"
          title={corto}
        >
          <CandadoIcon />
          <Box as="span" minW="0" truncate={{ md: true }}>
            {corto}
          </Box>
        </Flex>
      )}
    </>
  );
}
