import { Box, chakra, Dialog, Flex, Portal, Text } from '@chakra-ui/react';
import { dialogSlotRecipe } from '@chakra-ui/react/theme';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useHold } from '../../../lib/hold.js';
import { texts } from '../textos.js';

export interface Entry {
  key: string;
  title: string;
  detail?: string;
  /** Word at the end of the row: its kind. */
  kind?: string;
  choose: () => void;
}

interface Props {
  title: string;
  placeholder: string;
  q: string;
  onSearch: (q: string) => void;
  entries: readonly Entry[];
  /** Text below the rows, or instead of them. */
  note: string;
  /** One level back; undefined on the first level. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
}

/** A search field over a list of choices, for the keyboard first: the focus stays in the field, the arrows choose. */
export function Palette({ title, placeholder, q, onSearch, entries, note, onBack, onClose }: Props) {
  const id = useId();
  useHold();
  const field = useRef<HTMLInputElement>(null);
  // Another search or another level begins at its first row.
  const list = `${title}\u0001${q}`;
  const [position, setPosition] = useState({ list, at: 0 });
  const at = position.list === list ? Math.min(position.at, entries.length - 1) : 0;
  const go = (to: number) => setPosition({ list, at: to });
  const current = entries[at];
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const move = (by: number) => go((at + by + entries.length) % Math.max(1, entries.length));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && !event.nativeEvent.isComposing) current?.choose();
    else if (onBack && ((key === 'Backspace' && q === '') || key === 'Escape')) onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      onOpenChange={({ open }) => !open && onClose()}
      initialFocusEl={() => field.current}
      placement="top"
      scrollBehavior="inside"
      size="lg"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            aria-label={title}
            maxW="40rem"
            rounded="lg"
            mt={{ base: 2, md: 16 }}
            mx="2"
            onKeyDown={onKeyDown}
          >
            <chakra.input
              ref={field}
              type="text"
              role="combobox"
              aria-label={title}
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={current && `${id}-${at}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={q}
              onChange={({ target }) => onSearch(target.value)}
              bg="transparent"
              outline="none"
              px="4"
              h="14"
              fontSize="md"
              borderBottomWidth="1px"
            />
            <Box
              id={`${id}-list`}
              role="listbox"
              aria-label={texts.list}
              overflowY="auto"
              maxH="min(24rem, 60dvh)"
              py={entries.length > 0 ? 1.5 : 0}
            >
              {entries.map((entry, index) => (
                <Row
                  key={entry.key}
                  id={`${id}-${index}`}
                  entry={entry}
                  chosen={index === at}
                  onHover={() => go(index)}
                />
              ))}
            </Box>
            <Text
              role="status"
              px="4"
              py="2"
              fontSize="xs"
              color="fg.muted"
              borderTopWidth={entries.length > 0 ? 1 : 0}
            >
              {note}
            </Text>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface RowProps {
  id: string;
  entry: Entry;
  chosen: boolean;
  onHover: () => void;
}

const Row = ({ id, entry: { title, detail, kind, choose }, chosen, onHover }: RowProps) => (
  <Flex
    id={id}
    role="option"
    aria-selected={chosen}
    align="baseline"
    gap="3"
    px="4"
    py="2"
    cursor="pointer"
    bg={chosen ? 'campo.subtle' : undefined}
    borderStartWidth="3px"
    borderStartColor={chosen ? 'campo.solid' : 'transparent'}
    onMouseMove={onHover}
    onClick={choose}
  >
    <Box flex="1" minW="0">
      <Text fontWeight="550" overflowWrap="anywhere">
        {title}
      </Text>
      {detail && (
        <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
          {detail}
        </Text>
      )}
    </Box>
    {kind && (
      <Text fontSize="xs" color="fg.muted" flexShrink="0">
        {kind}
      </Text>
    )}
  </Flex>
);
