import type { PlacaCredencial } from '@acequia/contracts';
import { Center, QrCode, Stack, Text } from '@chakra-ui/react';
import { qrCodeSlotRecipe } from '@chakra-ui/react/theme';
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
