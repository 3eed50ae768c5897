import { NOMBRE_DIALECTO, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Center, chakra, Clipboard, Flex, Grid, IconButton, QrCode, Stack, Text } from '@chakra-ui/react';
import { qrCodeSlotRecipe } from '@chakra-ui/react/theme';
import { Sheet } from '../../../components/dialog.js';
import { CopyIcon, DoneIcon } from '../../../components/icons.js';
import { useMqttAddress } from '../api/placas.js';
import { settingsOf, clientIdOf } from '../lib/settings.js';
import { texts } from '../textos.js';

const { credential: t } = texts;

/** A board's new credentials, shown only once: to copy, or to scan on the board's set-up page. */
export function CredentialDialog({ credential, onClose }: { credential: PlacaCredencial; onClose: () => void }) {
  const address = useMqttAddress();
  const { id, dialecto } = credential;
  const own = dialecto === 'acequia';
  const settings = settingsOf(credential, address);
  return (
    <Sheet
      title={t.title(id)}
      ancho={640}
      onClose={onClose}
      hold
      footer={
        <Button colorPalette="campo" onClick={onClose}>
          {t.understood}
        </Button>
      }
    >
      <Box bg="bg.warning" rounded="md" px="4" py="2.5" mb="5" borderStartWidth="3px" borderColor="miel.solid">
        <Text fontWeight="600">{t.unaVez}</Text>
      </Box>
      {!own && <Text mb="4">{t.settings(NOMBRE_DIALECTO[dialecto])}</Text>}
      <Grid templateColumns={{ base: '1fr', sm: own ? '1fr auto' : '1fr' }} gap="6" alignItems="start">
        <Stack
          as="dl"
          gap="3.5"
          minW="0"
          {...(!own && { display: 'grid', gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' }, columnGap: '6' })}
        >
          {settings.map(([title, value]) => (
            <Datum key={title} title={title} value={value ?? t.sinDireccion} copyable={value !== null} />
          ))}
        </Stack>
        {own && <Qr credential={credential} address={address} />}
      </Grid>
    </Sheet>
  );
}

/** QR code for the set-up page of our own firmware; other firmwares cannot scan it. */
function Qr({ credential, address }: { credential: PlacaCredencial; address: string | null }) {
  const { id, username, password } = credential;
  const qr = JSON.stringify({ ...(address && { mqtt: address }), client_id: clientIdOf(id), username, password });
  return (
    <Stack gap="2" maxW="13rem" mx="auto">
      {/* Always dark on white, because some scanners cannot read inverted codes. */}
      <Center bg="white" color="black" p="3" rounded="md" borderWidth="1px">
        <QrCode.Root recipe={qrCodeSlotRecipe} value={qr} size="xl" role="img" aria-label={t.qr}>
          <QrCode.Frame>
            <QrCode.Pattern />
          </QrCode.Frame>
        </QrCode.Root>
      </Center>
      <Text fontSize="xs" color="fg.muted">
        {t.qrHelp}
      </Text>
    </Stack>
  );
}

function Datum({ title, value, copyable = true }: { title: string; value: string; copyable?: boolean }) {
  return (
    <Box minW="0">
      <Text as="dt" fontSize="xs" color="fg.muted">
        {title}
      </Text>
      <Flex as="dd" gap="2" align="center">
        <chakra.code fontFamily={copyable ? 'mono' : 'body'} overflowWrap="anywhere" flex="1" minW="0">
          {value}
        </chakra.code>
        {copyable && (
          <Clipboard.Root value={value}>
            <Clipboard.Trigger asChild>
              <IconButton variant="ghost" size="sm" aria-label={t.copy(title)}>
                <Clipboard.Indicator copied={<DoneIcon />}>
                  <CopyIcon />
                </Clipboard.Indicator>
              </IconButton>
            </Clipboard.Trigger>
          </Clipboard.Root>
        )}
      </Flex>
    </Box>
  );
}
