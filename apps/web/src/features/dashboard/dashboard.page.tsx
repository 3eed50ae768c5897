import { numero } from '@acequia/contracts';
import { Alert, Box, Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { alertSlotRecipe } from '@chakra-ui/react/theme';
import { Link } from 'react-router-dom';
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
    <Stack gap="3">
      <Alert.Root recipe={alertSlotRecipe} status="info" colorPalette="agua" py="2">
        <Alert.Title fontWeight="500">{texts.welcome}</Alert.Title>
      </Alert.Root>
      {isGlobal && (
        <SimpleGrid columns={{ base: 2, lg: 4 }} gap="3">
          {CARDS.map(({ which, text, palette }) => (
            <Box
              key={which}
              asChild
              bg="bg.panel"
              borderWidth="1px"
              borderTopWidth="3px"
              borderTopColor="colorPalette.solid"
              rounded="lg"
              px="4"
              py="2.5"
              colorPalette={palette}
              _hover={{ bg: 'colorPalette.subtle' }}
            >
              <Link to={`/${which}`}>
                <Flex justify="space-between" align="baseline" gap="3">
                  <Heading as="h2" size="md">
                    {texts[which]}
                  </Heading>
                  <Text fontSize="xl" fontWeight="600" fontVariantNumeric="tabular-nums" data-cuenta={which}>
                    {counts[which] === null ? texts.unknown : numero(counts[which])}
                  </Text>
                </Flex>
                <Text color="fg.muted" fontSize="sm" display={{ base: 'none', md: 'block' }}>
                  {text}
                </Text>
              </Link>
            </Box>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
