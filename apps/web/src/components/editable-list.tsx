import { Button, Text } from '@chakra-ui/react';
import { useCallback, useState, type Key, type ReactNode } from 'react';
import { useAddress } from '../lib/address.js';
import { PencilIcon, MoreIcon } from './icons.js';
import { Page } from './page.js';
import { RowButton } from './row-button.js';
import type { BulkAction } from './table/bulk-action.js';
import type { Column } from './table/column.js';
import { DataTable } from './table/table.js';
import { texts as common } from './textos.js';

interface Listed {
  id: number;
  nombre: string;
}

export interface OpenRecord<T> {
  /** Null: a new record. */
  record: T | null;
  /** The same record as the list holds it now: newer than `record` when another person saved. */
  saved: T | undefined;
  close: () => void;
}

interface Props<T> {
  title: string;
  goBack?: string;
  /** Content beside the title ({@link Page}). */
  beside?: ReactNode;
  /** Content above the table: the owner of the records, links to other screens. */
  over?: ReactNode;
  /** Owner of the records; another owner's list starts on its first page. */
  from?: Key | null;
  /** What the rows are, in plural: used in the search box and the CSV file's name. */
  nombre: string;
  /** Undefined while the rows load. */
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  empty: ReactNode;
  /** The rows could not be read. */
  unread?: boolean;
  texts: { fresh: string; edit: (nombre: string) => string };
  /** False while the data that a new record needs is missing. */
  creatable?: boolean;
  /** Records that a link may open ({@link LINKED} in the address); default: the rows. */
  linkable?: readonly T[] | undefined;
  /** Further buttons of a row. The same function in each render keeps rows from rendering again. */
  actions?: (row: T) => ReactNode;
  /** What can be done with several records at once. */
  bulk?: readonly BulkAction<T>[];
  dialog: (opened: OpenRecord<T>) => ReactNode;
}

/** Key of the address with the id of the record to open. */
const LINKED = 'id';

const idOf = ({ id }: Listed): number => id;
const nameOf = ({ nombre }: Listed): string => nombre;

/** A screen of records: the table, the button for a new record, and the dialog of the record being edited. */
export function EditableList<T extends Listed>(props: Props<T>) {
  const { title, goBack, beside, over, from, nombre, rows, columns, empty, unread = false, texts } = props;
  const { creatable = true, linkable = rows, actions, bulk, dialog } = props;
  const [opened, setOpened] = useState<T | 'nuevo' | null>(null);
  const { params, change } = useAddress();
  const asked = Number(params.get(LINKED)) || null;
  const linked = asked === null ? undefined : linkable?.find(({ id }) => id === asked);
  const [followed, setFollowed] = useState<number | null>(null);
  // A link opens its record once, as it was when the rows came.
  if (linked && followed !== asked) {
    setFollowed(asked);
    setOpened(linked);
  }
  if (asked === null && followed !== null) setFollowed(null);
  const gone = asked !== null && linkable !== undefined && !unread && !linked && followed !== asked;
  const record = opened === 'nuevo' ? null : opened;
  const buttons = useCallback(
    (row: T) => (
      <span className="botones-de-fila">
        {actions?.(row)}
        <RowButton label={texts.edit(row.nombre)} onClick={() => setOpened(row)}>
          <PencilIcon />
        </RowButton>
      </span>
    ),
    [actions, texts],
  );
  return (
    <Page title={title} beside={beside} {...(goBack && { goBack })}>
      {over}
      {gone && (
        <Text role="status" color="fg.muted">
          {common.gone}
        </Text>
      )}
      <DataTable
        from={from}
        nombre={nombre}
        rows={rows}
        columns={columns}
        keyOf={idOf}
        empty={empty}
        unread={unread}
        bulk={bulk && { actions: bulk, nameOf }}
        tools={
          <Button colorPalette="campo" disabled={!creatable} onClick={() => setOpened('nuevo')}>
            <MoreIcon /> {texts.fresh}
          </Button>
        }
        actions={buttons}
      />
      {opened &&
        dialog({
          record,
          saved: record ? linkable?.find(({ id }) => id === record.id) : undefined,
          close: () => {
            setOpened(null);
            if (asked !== null) change({ [LINKED]: '' });
          },
        })}
    </Page>
  );
}
