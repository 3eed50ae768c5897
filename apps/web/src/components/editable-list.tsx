import { Button, Flex, IconButton } from '@chakra-ui/react';
import { useState, type Key, type ReactNode } from 'react';
import { PencilIcon, MoreIcon } from './icons.js';
import { Page } from './page.js';
import type { Column } from './table/column.js';
import { DataTable } from './table/table.js';

interface Registration {
  id: number;
  nombre: string;
}

export interface OpenRegistration<T> {
  /** Null: a new one. */
  registration: T | null;
  /** The same record as the list has it now: newer than `registro` when somebody else saved. */
  saved: T | undefined;
  closeIt: () => void;
}

interface Props<T> {
  title: string;
  /** Text of the button that goes back. */
  goBack?: string;
  /** What stands above the table: whose records they are, where else to go. */
  over?: ReactNode;
  /** Whose records they are: others' start anew, on their first page. */
  from?: Key | null;
  /** What the rows are, in plural: names the search box and the CSV file. */
  nombre: string;
  /** Undefined while they are being loaded. */
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  empty: string;
  texts: { fresh: string; edit: (nombre: string) => string };
  /** Not while what a new one needs is unknown. */
  creatable?: boolean;
  /** A row's further buttons. */
  actions?: (row: T) => ReactNode;
  dialog: (openedOne: OpenRegistration<T>) => ReactNode;
}

/** A screen of records: their table, the button for a new one, and the dialog of the one being edited. */
export function EditableList<T extends Registration>(props: Props<T>) {
  const { title, goBack, over, from, nombre, rows, columns, empty, texts } = props;
  const { creatable = true, actions, dialog } = props;
  const [openedOne, setOpenedOne] = useState<T | 'nuevo' | null>(null);
  const registration = openedOne === 'nuevo' ? null : openedOne;
  return (
    <Page title={title} {...(goBack && { goBack })}>
      {over}
      <DataTable
        from={from}
        nombre={nombre}
        rows={rows}
        columns={columns}
        clave={({ id }) => id}
        empty={empty}
        tools={
          <Button colorPalette="campo" disabled={!creatable} onClick={() => setOpenedOne('nuevo')}>
            <MoreIcon /> {texts.fresh}
          </Button>
        }
        actions={(row) => (
          <Flex as="span" display="inline-flex" gap="0.5">
            {actions?.(row)}
            <IconButton variant="ghost" size="sm" aria-label={texts.edit(row.nombre)} onClick={() => setOpenedOne(row)}>
              <PencilIcon />
            </IconButton>
          </Flex>
        )}
      />
      {openedOne &&
        dialog({
          registration,
          saved: registration ? rows?.find(({ id }) => id === registration.id) : undefined,
          closeIt: () => setOpenedOne(null),
        })}
    </Page>
  );
}
