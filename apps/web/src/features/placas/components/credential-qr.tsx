import type { PlacaCredencial } from '@acequia/contracts';
import { Stack, Text } from '@chakra-ui/react';
import { Qr } from '../../../components/qr.js';
import { clientIdOf } from '../lib/settings.js';
import { texts } from '../textos.js';

const { credential: t } = texts;

/** QR code for the set-up page of our own firmware; other firmwares cannot scan it. */
export function CredentialQr({
  credential,
  address,
}: {
  credential: PlacaCredencial;
  address: string | null | undefined;
}) {
  const { id, username, password } = credential;
  const qr = JSON.stringify({ ...(address && { mqtt: address }), client_id: clientIdOf(id), username, password });
  return (
    <Stack gap="2" maxW="13rem" mx="auto">
      <Qr value={qr} label={t.qr} />
      <Text fontSize="xs" color="fg.muted">
        {t.qrHelp}
      </Text>
    </Stack>
  );
}
