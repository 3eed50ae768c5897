import type { PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Center, chakra, Clipboard, Flex, Grid, IconButton, QrCode, Stack, Text } from '@chakra-ui/react';
import { qrCodeSlotRecipe } from '@chakra-ui/react/theme';
import { Dialogo } from '../../../components/dialogo.js';
import { CopiarIcon, ListoIcon } from '../../../components/icons.js';
import { useDireccionMqtt } from '../api/placas.js';
import { textos } from '../textos.js';

const { credencial: t } = textos;

/** A board's new credentials, shown this once: to copy, or to scan from the board's set-up page. */
export function DialogoCredencial({ credencial, onCerrar }: { credencial: PlacaCredencial; onCerrar: () => void }) {
  const direccion = useDireccionMqtt();
  const { id, username, password } = credencial;
  // Design section 6: a board's client id.
  const client_id = `placa-${id}`;
  const qr = JSON.stringify({ ...(direccion && { mqtt: direccion }), client_id, username, password });
  return (
    <Dialogo
      titulo={t.titulo(id)}
      ancho={640}
      onCerrar={onCerrar}
      retener
      pie={
        <Button colorPalette="campo" onClick={onCerrar}>
          {t.entendido}
        </Button>
      }
    >
      <Box bg="bg.warning" rounded="md" px="4" py="2.5" mb="5" borderStartWidth="3px" borderColor="miel.solid">
        <Text fontWeight="600">{t.unaVez}</Text>
      </Box>
      <Grid templateColumns={{ base: '1fr', sm: '1fr auto' }} gap="6" alignItems="start">
        <Stack as="dl" gap="3.5" minW="0">
          {direccion ? (
            <Dato titulo={t.direccion} valor={direccion} />
          ) : (
            <Dato titulo={t.direccion} valor={t.sinDireccion} copiable={false} />
          )}
          <Dato titulo={t.cliente} valor={client_id} />
          <Dato titulo={t.usuario} valor={username} />
          <Dato titulo={t.clave} valor={password} />
        </Stack>
        <Stack gap="2" maxW="13rem" mx="auto">
          {/* Always dark on white: not every scanner reads it the other way round. */}
          <Center bg="white" color="black" p="3" rounded="md" borderWidth="1px">
            <QrCode.Root recipe={qrCodeSlotRecipe} value={qr} size="xl" role="img" aria-label={t.qr}>
              <QrCode.Frame>
                <QrCode.Pattern />
              </QrCode.Frame>
            </QrCode.Root>
          </Center>
          <Text fontSize="xs" color="fg.muted">
            {t.qrAyuda}
          </Text>
        </Stack>
      </Grid>
    </Dialogo>
  );
}

function Dato({ titulo, valor, copiable = true }: { titulo: string; valor: string; copiable?: boolean }) {
  return (
    <Box minW="0">
      <Text as="dt" fontSize="xs" color="fg.muted">
        {titulo}
      </Text>
      <Flex as="dd" gap="2" align="center">
        <chakra.code fontFamily={copiable ? 'mono' : 'body'} overflowWrap="anywhere" flex="1" minW="0">
          {valor}
        </chakra.code>
        {copiable && (
          <Clipboard.Root value={valor}>
            <Clipboard.Trigger asChild>
              <IconButton variant="ghost" size="sm" aria-label={t.copiar(titulo)}>
                <Clipboard.Indicator copied={<ListoIcon />}>
                  <CopiarIcon />
                </Clipboard.Indicator>
              </IconButton>
            </Clipboard.Trigger>
          </Clipboard.Root>
        )}
      </Flex>
    </Box>
  );
}
