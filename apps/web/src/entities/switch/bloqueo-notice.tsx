import type { Bloqueo } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import { Age } from '../../components/age.js';
import { LockIcon } from '../../components/icons.js';
import { UsuarioLink } from '../usuario/usuario-link.js';
import { texts } from './textos.js';

/** Who locked a switch out, why and since when; replaces the Encender button. */
export const BloqueoNotice = ({ bloqueo }: { bloqueo: Bloqueo }) => (
  <Flex
    data-bloqueo
    gap="2"
    w="full"
    px="2.5"
    py="1.5"
    rounded="sm"
    borderWidth="1px"
    borderColor="miel.border"
    bg="bg.warning"
    fontSize="xs"
  >
    <Box color="fg.warning" fontSize="md" pt="0.5">
      <LockIcon />
    </Box>
    <Box minW="0">
      <Text fontWeight="650" color="fg.warning">
        {texts.bloqueo.title}
      </Text>
      <Text overflowWrap="anywhere">
        <UsuarioLink id={bloqueo.usuario_id} nombre={bloqueo.usuario_nombre} />: {bloqueo.motivo} ·{' '}
        <Age ts={bloqueo.desde} />
      </Text>
    </Box>
  </Flex>
);
