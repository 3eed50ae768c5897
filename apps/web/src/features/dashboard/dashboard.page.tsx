import { Alert, Box, Flex, Heading, Link as MenuLink, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { alertSlotRecipe } from '@chakra-ui/react/theme';
import { Link } from 'react-router-dom';
import { AuditLink } from '../../entities/auditoria/audit-link.js';
import { ControlsIcon, PersonIcon, PinsIcon } from '../../components/icons.js';
import { readUsuario } from '../../lib/session.js';
import { texts } from './textos.js';

const CARDS = [
  { to: '/empresas', title: texts.empresas, text: texts.cards.empresas, palette: 'tierra' },
  { to: '/usuarios', title: texts.usuarios, text: texts.cards.usuarios, palette: 'miel' },
  { to: '/dispositivos', title: texts.dispositivos, text: texts.cards.dispositivos, palette: 'agua' },
  { to: '/switches', title: texts.switches, text: texts.cards.switches, palette: 'campo' },
] as const;

/** Global dashboard (DASH-1). */
export function Component() {
  return (
    <Stack gap="6">
      <Alert.Root recipe={alertSlotRecipe} status="info" colorPalette="agua">
        <Alert.Title fontWeight="500">{texts.welcome}</Alert.Title>
      </Alert.Root>
      {readUsuario()?.rol === 'admin_global' && (
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
          {CARDS.map(({ to, title, text, palette }) => (
            <Box
              key={to}
              asChild
              bg="bg.panel"
              borderWidth="1px"
              borderTopWidth="3px"
              borderTopColor="colorPalette.solid"
              rounded="lg"
              p="5"
              colorPalette={palette}
              _hover={{ bg: 'colorPalette.subtle' }}
            >
              <Link to={to}>
                <Heading as="h2" size="lg">
                  {title}
                </Heading>
                <Text color="fg.muted" mt="1">
                  {text}
                </Text>
              </Link>
            </Box>
          ))}
        </SimpleGrid>
      )}
      {/* Not in the menu, which is the spec's (2.3). */}
      <Flex columnGap="8" rowGap="3" wrap="wrap">
        <MenuLink asChild color="fg.muted" fontWeight="550">
          <Link to="/placas">
            <PinsIcon /> {texts.placas}
          </Link>
        </MenuLink>
        <MenuLink asChild color="fg.muted" fontWeight="550">
          <Link to="/comandos">
            <ControlsIcon /> {texts.comandos}
          </Link>
        </MenuLink>
        <AuditLink />
        <MenuLink asChild color="fg.muted" fontWeight="550">
          <Link to="/cuenta">
            <PersonIcon /> {texts.cuenta}
          </Link>
        </MenuLink>
      </Flex>
    </Stack>
  );
}
