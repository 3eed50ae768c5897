import { Alert, Box, Flex, Heading, Link as Enlace, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { alertSlotRecipe } from '@chakra-ui/react/theme';
import { Link } from 'react-router-dom';
import { EnlaceAuditoria } from '../../entities/auditoria/audit-link.js';
import { MandoIcon, PersonaIcon, PinesIcon } from '../../components/icons.js';
import { leerUsuario } from '../../lib/session.js';
import { textos } from './textos.js';

const TARJETAS = [
  { to: '/empresas', titulo: textos.empresas, texto: textos.tarjetas.empresas, palette: 'tierra' },
  { to: '/usuarios', titulo: textos.usuarios, texto: textos.tarjetas.usuarios, palette: 'miel' },
  { to: '/dispositivos', titulo: textos.dispositivos, texto: textos.tarjetas.dispositivos, palette: 'agua' },
  { to: '/switches', titulo: textos.switches, texto: textos.tarjetas.switches, palette: 'campo' },
] as const;

/** Global dashboard (DASH-1). */
export function Component() {
  return (
    <Stack gap="6">
      <Alert.Root recipe={alertSlotRecipe} status="info" colorPalette="agua">
        <Alert.Title fontWeight="500">{textos.bienvenida}</Alert.Title>
      </Alert.Root>
      {leerUsuario()?.rol === 'admin_global' && (
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
          {TARJETAS.map(({ to, titulo, texto, palette }) => (
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
                  {titulo}
                </Heading>
                <Text color="fg.muted" mt="1">
                  {texto}
                </Text>
              </Link>
            </Box>
          ))}
        </SimpleGrid>
      )}
      {/* Not in the menu, which is the spec's (2.3). */}
      <Flex columnGap="8" rowGap="3" wrap="wrap">
        <Enlace asChild color="fg.muted" fontWeight="550">
          <Link to="/placas">
            <PinesIcon /> {textos.placas}
          </Link>
        </Enlace>
        <Enlace asChild color="fg.muted" fontWeight="550">
          <Link to="/comandos">
            <MandoIcon /> {textos.comandos}
          </Link>
        </Enlace>
        <EnlaceAuditoria />
        <Enlace asChild color="fg.muted" fontWeight="550">
          <Link to="/cuenta">
            <PersonaIcon /> {textos.cuenta}
          </Link>
        </Enlace>
      </Flex>
    </Stack>
  );
}
