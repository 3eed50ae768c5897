import { Box, Combobox, Flex, Portal, Tag, Text, createListCollection } from '@chakra-ui/react';
import { comboboxSlotRecipe, tagSlotRecipe } from '@chakra-ui/react/theme';
import { use, useMemo, useState } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { inSpanishOrder } from '../../lib/spanish-order.js';
import { applyFilter } from '../table/column.js';
import { SheetBox } from './sheet.js';
import { texts } from './textos.js';

const { choice: t } = texts;

export interface Option {
  id: number;
  text: string;
}

interface Props<T extends FieldValues> {
  control: Control<T>;
  nombre: FieldPath<T>;
  label: string;
  options: readonly Option[];
  disabled?: boolean;
  /** Why there are no options; by default that none exist. */
  noOptions?: string | undefined;
  error?: { message?: string | undefined } | undefined;
}

/** Longest list shown; typing narrows the options down to further matches. */
const VISIBLE = 100;
const SEARCHABLE = [{ value: ({ text }: Option) => text }];

/** Chooses several of many options by id: typing searches, tags show the chosen ones, one click clears. */
export function MultiField<T extends FieldValues>(props: Props<T>) {
  const { control, nombre, label, options, disabled, noOptions = t.none, error } = props;
  const { field } = useController({ control, name: nombre });
  const sheet = use(SheetBox);
  const chosen = (field.value ?? []) as number[];
  const choose = (ids: number[]) => field.onChange(ids);
  const [text, setText] = useState('');
  const names = useMemo(() => new Map(options.map((option) => [option.id, option.text])), [options]);
  const nameOf = (id: number): string => names.get(id) ?? `#${id}`;
  const ordered = useMemo(() => inSpanishOrder(options, (option) => option.text), [options]);
  const found = useMemo(() => applyFilter(ordered, SEARCHABLE, text), [ordered, text]);
  const collection = useMemo(
    () =>
      createListCollection({
        items: found.slice(0, VISIBLE),
        itemToString: (item) => item.text,
        itemToValue: (item) => String(item.id),
      }),
    [found],
  );

  return (
    <Combobox.Root
      recipe={comboboxSlotRecipe}
      multiple
      closeOnSelect={false}
      openOnClick
      selectionBehavior="clear"
      collection={collection}
      value={chosen.map(String)}
      onValueChange={({ value }) => choose(value.map(Number))}
      inputValue={text}
      onInputValueChange={({ inputValue }) => setText(inputValue)}
      disabled={disabled ?? false}
      invalid={Boolean(error)}
      positioning={{ sameWidth: true }}
    >
      <Combobox.Label>{label}</Combobox.Label>
      {chosen.length > 0 && (
        <Flex gap="1.5" wrap="wrap" maxH="28" overflowY="auto">
          {chosen.map((id) => (
            <Tag.Root recipe={tagSlotRecipe} key={id} size="md" colorPalette="campo" maxW="full">
              <Tag.Label>{nameOf(id)}</Tag.Label>
              <Tag.EndElement>
                <Tag.CloseTrigger
                  aria-label={t.remove(nameOf(id))}
                  onClick={() => choose(chosen.filter((otro) => otro !== id))}
                />
              </Tag.EndElement>
            </Tag.Root>
          ))}
        </Flex>
      )}
      <Combobox.Control>
        <Combobox.Input placeholder={options.length === 0 ? noOptions : t.placeholder} onBlur={field.onBlur} />
        <Combobox.IndicatorGroup>
          {chosen.length > 0 && <Combobox.ClearTrigger aria-label={t.clear(label)} />}
          <Combobox.Trigger aria-label={t.open(label)} />
        </Combobox.IndicatorGroup>
      </Combobox.Control>
      {error && (
        <Text fontSize="xs" fontWeight="500" color="fg.error">
          {error.message}
        </Text>
      )}
      <Portal container={sheet}>
        <Combobox.Positioner>
          <Combobox.Content>
            <Combobox.Empty>
              {/* A list box must hold options, and Combobox.Empty is none. */}
              <Box role="option" aria-disabled aria-selected={false}>
                {t.noMatch}
              </Box>
            </Combobox.Empty>
            {collection.items.map((item) => (
              <Combobox.Item key={item.id} item={item}>
                <Box flex="1" overflowWrap="anywhere">
                  {item.text}
                </Box>
                <Combobox.ItemIndicator />
              </Combobox.Item>
            ))}
            {found.length > VISIBLE && (
              <Text px="3" py="2" fontSize="xs" color="fg.muted">
                {t.more(VISIBLE, found.length)}
              </Text>
            )}
          </Combobox.Content>
        </Combobox.Positioner>
      </Portal>
    </Combobox.Root>
  );
}
