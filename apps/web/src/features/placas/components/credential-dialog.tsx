import { NOMBRE_DIALECTO, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Grid, Stack, Text } from '@chakra-ui/react';
import { Sheet } from '../../../components/dialog.js';
import { useMqttAddress } from '../api/placas.js';
import { settingsOf } from '../lib/settings.js';
import { texts } from '../textos.js';
import { Copyable } from './copyable.js';
import { CredentialQr } from './credential-qr.js';

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
        {own && <CredentialQr credential={credential} address={address} />}
      </Grid>
    </Sheet>
  );
}

function Datum({ title, value, copyable = true }: { title: string; value: string; copyable?: boolean }) {
  return (
    <Box minW="0">
      <Text as="dt" fontSize="xs" color="fg.muted">
        {title}
      </Text>
      <Box as="dd">{copyable ? <Copyable title={title} value={value} /> : value}</Box>
    </Box>
  );
}
