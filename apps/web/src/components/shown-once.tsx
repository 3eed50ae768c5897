import { Box, Button, chakra, Clipboard, Flex, IconButton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Sheet } from './dialog.js';
import { CopyIcon, DoneIcon } from './icons.js';

interface Props {
  value: string;
  texts: { title: string; once: string; label: string; copy: string; understood: string };
  onClose: () => void;
  children: ReactNode;
}

/** A secret that the server tells once: neither Escape nor a click outside closes it. */
export function ShownOnce({ value, texts, onClose, children }: Props) {
  return (
    <Sheet
      title={texts.title}
      width={520}
      onClose={onClose}
      hold
      footer={
        <Button colorPalette="campo" onClick={onClose}>
          {texts.understood}
        </Button>
      }
    >
      <Box bg="bg.warning" rounded="md" px="4" py="2.5" mb="4" borderStartWidth="3px" borderColor="miel.solid">
        <Text fontWeight="600">{texts.once}</Text>
      </Box>
      <Secret value={value} label={texts.label} copy={texts.copy} />
      <Text color="fg.muted" mt="3">
        {children}
      </Text>
    </Sheet>
  );
}

/** A secret on screen, with a button that copies it. */
export function Secret({ value, label, copy }: { value: string; label: string; copy: string }) {
  return (
    <Flex gap="2" align="center">
      <chakra.code fontFamily="mono" overflowWrap="anywhere" flex="1" minW="0" aria-label={label}>
        {value}
      </chakra.code>
      <Clipboard.Root value={value}>
        <Clipboard.Trigger asChild>
          <IconButton variant="ghost" size="sm" aria-label={copy}>
            <Clipboard.Indicator copied={<DoneIcon />}>
              <CopyIcon />
            </Clipboard.Indicator>
          </IconButton>
        </Clipboard.Trigger>
      </Clipboard.Root>
    </Flex>
  );
}
