import { Box, Flex, IconButton, Text } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { WarningIcon, CloseIcon, DoneIcon } from './icons.js';
import { TextLink } from './text-link.js';
import { texts } from './textos.js';

interface Toast {
  id: number;
  tipo: 'error' | 'attention' | 'success';
  text: string;
  /** The server's reason. */
  detalle?: string | undefined;
  /** Where the work goes on. */
  next?: { text: string; to: string } | undefined;
}

/** Success messages disappear after this time, ms; errors stay until dismissed. */
const SUCCESS_MS = 5_000;
const WITH_NEXT_MS = 20_000;
let shown: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

const put = (next: readonly Toast[]): void => {
  shown = next;
  for (const listener of listeners) listener();
};
const removeToast = (id: number): void => put(shown.filter((one) => one.id !== id));
const add = (fresh: Omit<Toast, 'id'>): number => {
  const id = nextId++;
  put([...shown.slice(-3), { ...fresh, id }]);
  return id;
};

const FACES_OF = {
  error: { edge: 'teja.solid', color: 'fg.error', icon: <WarningIcon /> },
  attention: { edge: 'miel.solid', color: 'fg.warning', icon: <WarningIcon /> },
  success: { edge: 'campo.solid', color: 'fg.success', icon: <DoneIcon /> },
} as const;

/** Messages about the last action, in the corner of any screen. */
export const toast = {
  error: (text: string, detalle?: string): void => void add({ tipo: 'error', text, detalle }),
  /** Succeeded, with a remark. */
  attention: (text: string, detalle?: string): void => void add({ tipo: 'attention', text, detalle }),
  success: (text: string, next?: Toast['next']): void => {
    const id = add({ tipo: 'success', text, next });
    setTimeout(() => removeToast(id), next ? WITH_NEXT_MS : SUCCESS_MS);
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function Toasts() {
  const list = useSyncExternalStore(subscribe, () => shown);
  if (list.length === 0) return null;
  return (
    <Flex
      position="fixed"
      insetEnd={{ base: 3, md: 6 }}
      insetStart={{ base: 3, md: 'auto' }}
      // On a phone the thumb and the buttons of dialogs need the bottom of the screen.
      top={{ base: 16, md: 'auto' }}
      bottom={{ md: 6 }}
      zIndex="toast"
      direction="column"
      gap="2"
      w={{ md: '24rem' }}
      pointerEvents="none"
    >
      {list.map(({ id, tipo, text, detalle, next }) => (
        <Flex
          key={id}
          role={tipo === 'error' ? 'alert' : 'status'}
          gap="3"
          align="flex-start"
          ps="4"
          pe="2"
          py="2.5"
          rounded="md"
          shadow="md"
          bg="bg.panel"
          borderWidth="1px"
          borderStartWidth="4px"
          borderStartColor={FACES_OF[tipo].edge}
          pointerEvents="auto"
        >
          <Box pt="0.5" color={FACES_OF[tipo].color}>
            {FACES_OF[tipo].icon}
          </Box>
          <Box flex="1" pt="0.5">
            <Text fontWeight="600">{text}</Text>
            {detalle && (
              <Text color="fg.muted" whiteSpace="pre-line">
                {detalle}
              </Text>
            )}
            {next && (
              <TextLink to={next.to} onClick={() => removeToast(id)}>
                {next.text}
              </TextLink>
            )}
          </Box>
          <IconButton size="xs" variant="ghost" aria-label={texts.closeToast} onClick={() => removeToast(id)}>
            <CloseIcon />
          </IconButton>
        </Flex>
      ))}
    </Flex>
  );
}
