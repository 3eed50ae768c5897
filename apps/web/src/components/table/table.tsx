import { Box, Center, Flex, Skeleton, Stack, useBreakpointValue } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, type Key, type ReactNode } from 'react';
import { Toolbar } from './toolbar.js';
import { applyFilter, sort, type Column } from './column.js';
import { RowGrid, ColumnHeadings } from './grid.js';
import { useTableState, ROWS_PER_PAGE } from './url-state.js';
import { Pager } from './pager.js';
import { Cards } from './cards.js';

interface Props<T> {
  /** Owner of the rows; another owner's list starts on its first page. The tool bar and its search text stay. */
  from?: Key | null | undefined;
  /** What the rows are, in plural: used in the search box and the CSV file's name. */
  nombre: string;
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  clave: (row: T) => number | string;
  /** Buttons of a row; their column is titled "Acciones" and is neither sorted nor exported. */
  actions?: (row: T) => ReactNode;
  /** Content at the end of the tool bar: the "new" button. */
  tools?: ReactNode;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /** Height of a grid's row, px; larger for cells with two lines. */
  rowHeight?: number;
}

const ROW_HEIGHT = 44;
const CARD_HEIGHT = 190;

/** A list with sorting, filter and CSV export that scrolls through ten thousand rows: a grid on a wide screen, cards on a phone. */
export function DataTable<T>(props: Props<T>) {
  const { from, nombre, rows, columns, clave, actions, tools, empty, rowHeight = ROW_HEIGHT } = props;
  const { q, orden, page, change } = useTableState();
  const search = useDeferredValue(q);
  const visible = useMemo(
    () => sort(applyFilter(rows ?? [], columns, search), columns, orden),
    // `orden` is a new object on every render, so its two values are the dependencies.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rows, columns, search, orden?.column, orden?.descending],
  );

  return (
    <Stack gap="3">
      <Toolbar
        nombre={nombre}
        q={q}
        onSearch={(text) => change({ q: text, page: 1 })}
        rows={visible}
        columns={columns}
        total={rows?.length ?? null}
        tools={tools}
      />
      <ChoiceList
        key={from}
        nombre={nombre}
        rows={rows}
        visible={visible}
        columns={columns}
        clave={clave}
        actions={actions}
        page={page}
        onPage={(numero) => change({ page: numero })}
        rowHeight={rowHeight}
        empty={rows?.length === 0 ? empty : `Nada coincide con «${q}».`}
        headings={
          <ColumnHeadings
            columns={columns}
            withActions={actions !== undefined}
            orden={orden}
            onSort={(siguiente) => change({ orden: siguiente, page: 1 })}
          />
        }
      />
    </Stack>
  );
}

interface ListProps<T> extends Pick<Props<T>, 'nombre' | 'rows' | 'columns' | 'clave' | 'empty'> {
  visible: readonly T[];
  rowHeight: number;
  actions: ((row: T) => ReactNode) | undefined;
  page: number;
  onPage: (page: number) => void;
  headings: ReactNode;
}

/** The part that changes while the list scrolls; the tool bar and the column headings do not render again. */
function ChoiceList<T>(props: ListProps<T>) {
  const { nombre, rows, visible, columns, clave, actions, page, onPage, empty, headings, rowHeight } = props;
  const phone = useBreakpointValue({ base: true, md: false }, { ssr: false }) ?? false;
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => box.current,
    estimateSize: () => (phone ? CARD_HEIGHT : rowHeight),
    overscan: 10,
    getItemKey: (index) => clave(visible[index]!),
  });

  const first = virtual.range?.startIndex ?? 0;
  const toPage = (numero: number) => {
    onPage(numero);
    virtual.scrollToIndex((numero - 1) * ROWS_PER_PAGE, { align: 'start' });
  };
  usePageInAddress({
    list: visible.length > 0,
    page,
    actual: Math.floor(first / ROWS_PER_PAGE) + 1,
    ir: toPage,
    remember: onPage,
  });

  return (
    <>
      <Box
        ref={box}
        overflow="auto"
        containerType="inline-size"
        maxH={{ base: 'calc(100dvh - 13rem)', md: 'calc(100dvh - 18rem)' }}
        borderWidth="1px"
        rounded="md"
        tabIndex={0}
        role="region"
        aria-label={`Lista de ${nombre}`}
        aria-busy={rows === undefined}
        bg="bg.panel"
      >
        {rows === undefined ? (
          <Waiting />
        ) : visible.length === 0 ? (
          <Center h="12rem" px="6" color="fg.muted" textAlign="center">
            <Box>{empty}</Box>
          </Center>
        ) : phone ? (
          <Cards virtual={virtual} rows={visible} columns={columns} actions={actions} />
        ) : (
          <RowGrid
            virtual={virtual}
            rows={visible}
            columns={columns}
            actions={actions}
            rowHeight={rowHeight}
            headings={headings}
          />
        )}
      </Box>
      <Pager total={visible.length} first={first} last={virtual.range?.endIndex ?? 0} onPage={toPage} />
    </>
  );
}

interface PageInAddress {
  list: boolean;
  page: number;
  actual: number;
  ir: (page: number) => void;
  remember: (page: number) => void;
}

/** Opens at the page in the address, then updates the address to the visible page. */
function usePageInAddress({ list, page, actual, ir, remember }: PageInAddress): void {
  const openOne = useRef(false);
  useEffect(() => {
    if (!list || openOne.current) return;
    openOne.current = true;
    if (page > 1) ir(page);
    // Run only when the first rows arrive.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [list]);
  useEffect(() => {
    if (!openOne.current || actual === page) return undefined;
    const calm = setTimeout(() => remember(actual), 250);
    return () => clearTimeout(calm);
    // `remember` is new on every render, so only the pages are dependencies.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [actual, page]);
}

function Waiting() {
  return (
    <Flex direction="column" p="4" gap="3">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h="7" />
      ))}
    </Flex>
  );
}
