import { Stack } from '@chakra-ui/react';
import { useCallback, useDeferredValue, useMemo, type Key, type ReactNode } from 'react';
import { BulkBar } from './bulk.js';
import type { BulkAction } from './bulk-action.js';
import { downloadCsv } from './csv.js';
import { type Ticks } from './pick.js';
import { useSelection } from './selection.js';
import { Toolbar } from './toolbar.js';
import { applyFilter, sort, type Column } from './column.js';
import { ColumnHeadings } from './grid.js';
import { RowList } from './row-list.js';
import { texts } from './textos.js';
import { useTableState } from './url-state.js';

interface Props<T> {
  /** Owner of the rows; another owner's list starts on its first page. The tool bar and its search text stay. */
  from?: Key | null | undefined;
  /** What the rows are, in plural: used in the search box and the CSV file's name. */
  nombre: string;
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  /** The key of a row. Like `actions` the same function in each render: another one draws all visible rows again. */
  keyOf: (row: T) => number | string;
  /** Buttons of a row; their column is titled "Acciones" and is neither sorted nor exported. */
  actions?: (row: T) => ReactNode;
  /** Content at the end of the tool bar: the "new" button. */
  tools?: ReactNode;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /** The rows could not be read: their number is "—" and not 0. */
  unread?: boolean;
  /** What can be done with several rows at once, and the name of a row in its question. */
  bulk?: { actions: readonly BulkAction<T>[]; nameOf: (row: T) => string } | undefined;
  /** Height of a grid's row, px; larger for cells with two lines. */
  rowHeight?: number;
}

const ROW_HEIGHT = 44;

/** A list with sorting, filter and CSV export that scrolls through ten thousand rows: a grid on a wide screen, cards on a phone. */
export function DataTable<T>(props: Props<T>) {
  const {
    from,
    nombre,
    rows,
    columns,
    keyOf,
    actions,
    tools,
    empty,
    unread = false,
    bulk,
    rowHeight = ROW_HEIGHT,
  } = props;
  const { q, sorting, page, change } = useTableState();
  const search = useDeferredValue(q);
  const visible = useMemo(
    () => sort(applyFilter(rows ?? [], columns, search), columns, sorting),
    // `sorting` is a new object on every render, so its two values are the dependencies.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rows, columns, search, sorting?.column, sorting?.descending],
  );

  const selection = useSelection(visible, keyOf);
  const { toggle: toggleKey } = selection;
  const toggle = useCallback((row: T) => toggleKey(keyOf(row)), [toggleKey, keyOf]);
  const pick: Ticks<T> | undefined = bulk && {
    has: (row) => selection.has(keyOf(row)),
    toggle,
    nameOf: bulk.nameOf,
  };

  return (
    <Stack gap="3">
      <Toolbar
        nombre={nombre}
        q={q}
        onSearch={(text) => change({ q: text, page: 1 })}
        rows={visible}
        columns={columns}
        total={rows?.length ?? null}
        unread={unread}
        tools={tools}
      />
      {bulk && (
        <BulkBar
          chosen={selection.chosen}
          actions={bulk.actions}
          nameOf={bulk.nameOf}
          onExport={() => downloadCsv(selection.chosen, columns, nombre)}
          clear={selection.clear}
        />
      )}
      <RowList
        key={from}
        nombre={nombre}
        rows={rows}
        visible={visible}
        columns={columns}
        keyOf={keyOf}
        actions={actions}
        pick={pick}
        page={page}
        onPage={(numero) => change({ page: numero })}
        rowHeight={rowHeight}
        empty={rows?.length === 0 ? empty : texts.noMatch(q)}
        headings={
          <ColumnHeadings
            columns={columns}
            withActions={actions !== undefined}
            {...(bulk && {
              all: {
                checked: visible.length > 0 && selection.chosen.length === visible.length,
                toggle: () => selection.toggleAll(visible),
              },
            })}
            sorting={sorting}
            onSort={(next) => change({ sorting: next, page: 1 })}
          />
        }
      />
    </Stack>
  );
}
