import { Center, type CenterProps, QrCode } from '@chakra-ui/react';
import { qrCodeSlotRecipe } from '@chakra-ui/react/theme';

/** A QR code, always dark on white, because some scanners cannot read inverted codes. `label`: what it is for. */
export function Qr({ value, label, ...place }: { value: string; label: string } & Pick<CenterProps, 'alignSelf'>) {
  return (
    <Center bg="white" color="black" p="3" rounded="md" borderWidth="1px" {...place}>
      <QrCode.Root recipe={qrCodeSlotRecipe} value={value} size="xl" role="img" aria-label={label}>
        <QrCode.Frame>
          <QrCode.Pattern />
        </QrCode.Frame>
      </QrCode.Root>
    </Center>
  );
}
