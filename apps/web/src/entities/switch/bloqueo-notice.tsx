import type { Bloqueo, ProteccionDeSwitch } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Age } from '../../components/age.js';
import { LockIcon } from '../../components/icons.js';
import { useDates } from '../../lib/time/shown-zone.js';
import { UsuarioLink } from '../usuario/usuario-link.js';
import { protectionText } from './protection.js';
import { texts } from './textos.js';

/** What replaces the Encender button. */
const Notice = ({ children, ...rest }: { children: ReactNode }) => (
  <Flex
    {...rest}
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
    <Box minW="0">{children}</Box>
  </Flex>
);

/** Who locked a switch out, why and since when. */
export const BloqueoNotice = ({ bloqueo }: { bloqueo: Bloqueo }) => (
  <Notice data-bloqueo>
    <Text fontWeight="650" color="fg.warning">
      {texts.bloqueo.title}
    </Text>
    <Text overflowWrap="anywhere">
      <UsuarioLink id={bloqueo.usuario_id} nombre={bloqueo.usuario_nombre} />: {bloqueo.motivo} ·{' '}
      <Age ts={bloqueo.desde} />
    </Text>
  </Notice>
);

/** Which protection keeps a switch off. */
export const ProteccionNotice = ({ proteccion }: { proteccion: ProteccionDeSwitch }) => (
  <Notice data-proteccion>
    <Text overflowWrap="anywhere">{protectionText(proteccion, useDates())}</Text>
  </Notice>
);
