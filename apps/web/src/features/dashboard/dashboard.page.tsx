import { Alert, Box, Flex, Heading, Link as MenuLink, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { alertSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AuditLink } from '../../entities/auditoria/audit-link.js';
import { useAvisos } from '../../entities/aviso/use-avisos.js';
import { ControlsIcon, PersonIcon, PinsIcon, WarningIcon } from '../../components/icons.js';
import { numero } from '../../lib/format/format.js';
import { readUsuario } from '../../lib/session.js';
import { useCounts } from './api/counts.js';
import { texts } from './textos.js';

const CARDS = [
  { which: 'empresas', text: texts.cards.empresas, palette: 'tierra' },
  { which: 'usuarios', text: texts.cards.usuarios, palette: 'miel' },
  { which: 'dispositivos', text: texts.cards.dispositivos, palette: 'agua' },
  { which: 'switches', text: texts.cards.switches, palette: 'campo' },
] as const;

/** Global dashboard (DASH-1). */
export function Component() {
  const isGlobal = readUsuario()?.rol === 'admin_global';
  const counts = useCounts(isGlobal);
  return (
    <Stack gap="6">
      <Alert.Root recipe={alertSlotRecipe} status="info" colorPalette="agua">
        <Alert.Title fontWeight="500">{texts.welcome}</Alert.Title>
      </Alert.Root>
      {isGlobal && (
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
          {CARDS.map(({ which, text, palette }) => (
            <Box
              key={which}
              asChild
              bg="bg.panel"
              borderWidth="1px"
              borderTopWidth="3px"
              borderTopColor="colorPalette.solid"
              rounded="lg"
              p="4"
              colorPalette={palette}
              _hover={{ bg: 'colorPalette.subtle' }}
            >
              <Link to={`/${which}`}>
                <Flex justify="space-between" align="baseline" gap="3">
                  <Heading as="h2" size="lg">
                    {texts[which]}
                  </Heading>
                  <Text fontSize="xl" fontWeight="600" fontVariantNumeric="tabular-nums" data-cuenta={which}>
                    {counts[which] === null ? texts.unknown : numero(counts[which])}
                  </Text>
                </Flex>
                <Text color="fg.muted" mt="1">
                  {text}
                </Text>
              </Link>
            </Box>
          ))}
        </SimpleGrid>
      )}
      <Now />
      {/* Links to screens without an entry in the menu, which the spec fixes (2.3). */}
      <Flex columnGap="8" rowGap="3" wrap="wrap">
        <Way to="/placas">
          <PinsIcon /> {texts.placas}
        </Way>
        <Way to="/avisos">
          <WarningIcon /> {texts.avisos}
        </Way>
        <Way to="/comandos">
          <ControlsIcon /> {texts.comandos}
        </Way>
        <AuditLink />
        <Way to="/cuenta">
          <PersonIcon /> {texts.cuenta}
        </Way>
      </Flex>
    </Stack>
  );
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <MenuLink asChild color="fg.muted" fontWeight="550">
    <Link to={to}>{children}</Link>
  </MenuLink>
);

/** Number of open alarms, with a link to them. */
function Now() {
  const { data } = useAvisos({ empresa: null, onlyOpen: true });
  const count = data?.length ?? null;
  return (
    <Box
      asChild
      bg="bg.panel"
      borderWidth="1px"
      borderStartWidth="4px"
      borderStartColor={count === null ? 'border' : count === 0 ? 'campo.solid' : 'teja.solid'}
      rounded="lg"
      px="4"
      py="3"
      _hover={{ bg: 'bg.subtle' }}
    >
      <Link to="/situacion">
        <Text fontWeight="600">{texts.now.title}</Text>
        <Text color="fg.muted">
          {count === null ? texts.unknown : count === 0 ? texts.now.inOrder : texts.now.open(count)}
        </Text>
      </Link>
    </Box>
  );
}
