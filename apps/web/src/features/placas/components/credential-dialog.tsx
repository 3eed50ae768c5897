import { NOMBRE_DIALECTO, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Grid, Stack, Text } from '@chakra-ui/react';
import { Sheet } from '../../../components/dialog.js';
import { Unread } from '../../../components/unread.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { useMqttAddress } from '../api/placas.js';
import { settingsOf } from '../lib/settings.js';
import { texts } from '../textos.js';
import { CredentialQr } from './credential-qr.js';
import { SettingValue } from './setting-value.js';

const { credential: t } = texts;

/** A board's new credentials, shown only once: to copy, or to scan on the board's set-up page. */
export function CredentialDialog({ credential, onClose }: { credential: PlacaCredencial; onClose: () => void }) {
  const address = useMqttAddress();
  const { id, dialecto } = credential;
  const own = dialecto === 'acequia';
  const unread = isUnread(address);
  const settings = settingsOf(credential, address.data);
  return (
    <Sheet
      title={t.title(id)}
      width={640}
      onClose={onClose}
      hold
      footer={
        <Button colorPalette="campo" onClick={onClose}>
          {t.understood}
        </Button>
      }
    >
      <Box bg="bg.warning" rounded="md" px="4" py="2.5" mb="5" borderStartWidth="3px" borderColor="miel.solid">
        <Text fontWeight="600">{t.once}</Text>
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
            <Box key={title} minW="0">
              <Text as="dt" fontSize="xs" color="fg.muted">
                {title}
              </Text>
              <Box as="dd">
                <SettingValue title={title} value={value} unread={unread} none={t.ownBroker} />
              </Box>
            </Box>
          ))}
        </Stack>
        {own && <CredentialQr credential={credential} address={address.data} />}
      </Grid>
      {unread && <Unread text={t.addressUnread} onRetry={address.refetch} />}
    </Sheet>
  );
}
