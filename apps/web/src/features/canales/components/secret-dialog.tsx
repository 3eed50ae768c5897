import { Box, Button, chakra, Clipboard, Flex, IconButton, Text } from '@chakra-ui/react';
import { Sheet } from '../../../components/dialog.js';
import { CopyIcon, DoneIcon } from '../../../components/icons.js';
import { texts } from '../textos.js';

const t = texts.secret;

/** The signing secret of a webhook, shown only once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Sheet
      title={t.title}
      width={520}
      onClose={onClose}
      hold
      footer={
        <Button colorPalette="campo" onClick={onClose}>
          {t.understood}
        </Button>
      }
    >
      <Box bg="bg.warning" rounded="md" px="4" py="2.5" mb="4" borderStartWidth="3px" borderColor="miel.solid">
        <Text fontWeight="600">{t.once}</Text>
      </Box>
      <Flex gap="2" align="center">
        <chakra.code fontFamily="mono" overflowWrap="anywhere" flex="1" minW="0" aria-label={t.label}>
          {secret}
        </chakra.code>
        <Clipboard.Root value={secret}>
          <Clipboard.Trigger asChild>
            <IconButton variant="ghost" size="sm" aria-label={t.copy}>
              <Clipboard.Indicator copied={<DoneIcon />}>
                <CopyIcon />
              </Clipboard.Indicator>
            </IconButton>
          </Clipboard.Trigger>
        </Clipboard.Root>
      </Flex>
      <Text color="fg.muted" mt="3">
        {t.help}
      </Text>
    </Sheet>
  );
}
