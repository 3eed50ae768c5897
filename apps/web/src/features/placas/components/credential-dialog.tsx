import { NOMBRE_DIALECTO, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Center, chakra, Clipboard, Flex, Grid, IconButton, QrCode, Stack, Text } from '@chakra-ui/react';
import { qrCodeSlotRecipe } from '@chakra-ui/react/theme';
import { Dialogo } from '../../../components/dialog.js';
import { CopiarIcon, ListoIcon } from '../../../components/icons.js';
import { useDireccionMqtt } from '../api/placas.js';
import { ajustesDe, clientIdDe } from '../lib/settings.js';
import { textos } from '../textos.js';

const { credencial: t } = textos;

/** A board's new credentials, shown this once: to copy, or to scan from the board's set-up page. */
export function DialogoCredencial({ credencial, onCerrar }: { credencial: PlacaCredencial; onCerrar: () => void }) {
  const direccion = useDireccionMqtt();
  const { id, dialecto } = credencial;
  const propio = dialecto === 'acequia';
  const ajustes = ajustesDe(credencial, direccion);
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
      {!propio && <Text mb="4">{t.ajustes(NOMBRE_DIALECTO[dialecto])}</Text>}
      <Grid templateColumns={{ base: '1fr', sm: propio ? '1fr auto' : '1fr' }} gap="6" alignItems="start">
        <Stack
          as="dl"
          gap="3.5"
          minW="0"
          {...(!propio && { display: 'grid', gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' }, columnGap: '6' })}
        >
          {ajustes.map(([titulo, valor]) => (
            <Dato key={titulo} titulo={titulo} valor={valor ?? t.sinDireccion} copiable={valor !== null} />
          ))}
        </Stack>
        {propio && <Qr credencial={credencial} direccion={direccion} />}
      </Grid>
    </Dialogo>
  );
}

/** Only our own firmware's set-up page scans it. */
function Qr({ credencial, direccion }: { credencial: PlacaCredencial; direccion: string | null }) {
  const { id, username, password } = credencial;
  const qr = JSON.stringify({ ...(direccion && { mqtt: direccion }), client_id: clientIdDe(id), username, password });
  return (
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
