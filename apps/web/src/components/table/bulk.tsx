import { Button, Flex, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { dialogOnDemand } from '../dialog-on-demand.js';
import type { BulkAction } from './bulk-action.js';
import type { BulkDialogProps } from './bulk-dialog.js';

/** Its fields weigh more than a list that has nothing to ask. */
const BulkDialog = dialogOnDemand(() => import('./bulk-dialog.js').then((module) => module.BulkDialog)) as unknown as <
  T,
>(
  props: BulkDialogProps<T>,
) => ReactNode;

interface BarProps<T> {
  chosen: readonly T[];
  actions: readonly BulkAction<T>[];
  nameOf: (row: T) => string;
  onExport: () => void;
  clear: () => void;
}

/** What to do with the ticked rows; shown while there are any. */
export function BulkBar<T>({ chosen, actions, nameOf, onExport, clear }: BarProps<T>) {
  const [open, setOpen] = useState<{ id: string; rows: readonly T[] } | null>(null);
  // By its id: what can be chosen in the dialog may come after it opened.
  const asked = actions.find(({ id }) => id === open?.id);
  if (chosen.length === 0) return null;
  return (
    <Flex
      role="region"
      aria-label={texts.title}
      gap="2"
      wrap="wrap"
      align="center"
      bg="bg.subtle"
      borderWidth="1px"
      rounded="md"
      px="3"
      py="2"
    >
      <Text fontWeight="600" me="2" aria-live="polite">
        {texts.chosen(chosen.length)}
      </Text>
      {actions.map((action) => {
        const rows = action.fits ? chosen.filter(action.fits) : chosen;
        return (
          <Button
            key={action.id}
            size="sm"
            variant="surface"
            disabled={rows.length === 0}
            onClick={() => setOpen({ id: action.id, rows })}
          >
            {rows.length === chosen.length ? action.text : texts.some(action.text, rows.length)}
          </Button>
        );
      })}
      <Button size="sm" variant="surface" onClick={onExport}>
        {texts.export}
      </Button>
      <Button size="sm" variant="ghost" ms="auto" onClick={clear}>
        {texts.clear}
      </Button>
      {open && asked && (
        <BulkDialog
          action={asked}
          rows={open.rows}
          nameOf={nameOf}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            clear();
          }}
        />
      )}
    </Flex>
  );
}

const texts = {
  title: 'Filas elegidas',
  chosen: (count: number) => (count === 1 ? '1 elegida' : `${count} elegidas`),
  some: (verb: string, count: number) => `${verb} (${count})`,
  export: 'Exportar',
  clear: 'Quitar selección',
} as const;
