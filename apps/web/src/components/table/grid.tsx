import { Box, chakra, Table } from '@chakra-ui/react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { SortIcon } from '../icons.js';
import type { Column, Sorting } from './column.js';
import { Tick, TickAll, type Ticks } from './pick.js';
import './tick.css';

interface Props<T> {
  virtual: Virtualizer<HTMLDivElement, Element>;
  rows: readonly T[];
  columns: readonly Column<T>[];
  actions?: ((row: T) => ReactNode) | undefined;
  pick?: Ticks<T> | undefined;
  /** px */
  rowHeight: number;
  /** {@link ColumnHeadings}, created by the parent, so that scrolling does not render them again. */
  headings: ReactNode;
}

type Actions<T> = ((row: T) => ReactNode) | undefined;
interface RowProps<T> {
  row: T;
  position: number;
  columns: readonly Column<T>[];
  actions: Actions<T>;
  /** Undefined: the list has no ticks. */
  picked: boolean | undefined;
  onPick: ((row: T) => void) | undefined;
  pickLabel: string | undefined;
}

/** Keeps the actions visible when the table is wider than the screen. */
const FIXED = { position: 'sticky', insetEnd: '0', bg: 'bg.panel' } as const;

/** One style for all rows: a styled component per cell would slow scrolling down. */
const STYLES = {
  minWidth: 'max-content',
  '& td, & th': { px: '2' },
  '& tbody tr[aria-rowindex]': { h: 'var(--alto-de-fila)' },
  '& tbody tr[aria-rowindex] td': {
    py: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    borderBottomWidth: '1px',
  },
  '& td[data-al-final], & td[data-acciones]': { textAlign: 'end' },
  '& td[data-acciones]': FIXED,
  // A row with a second line: its cells align to the top, and the second line spans the visible width below them.
  '& tr:has([data-nota])': { position: 'relative' },
  '& tr:has([data-nota]) td:not([data-acciones])': { verticalAlign: 'top', pt: '1' },
  '& [data-nota]': { display: 'block' },
  '& [data-nota] > *': { position: 'absolute', bottom: '0.5', maxWidth: 'calc(100cqi - 12rem)' },
  '& tbody tr[aria-rowindex]:hover td, & tbody tr[data-picked] td': { bg: 'bg.subtle' },
} as const;

/** First click: ascending; second: descending; third: the server's order. */
const siguiente = (orden: Sorting | null, column: string): Sorting | null => {
  if (orden?.column !== column) return { column, descending: false };
  return orden.descending ? null : { column, descending: true };
};

/** Renders only the visible rows; empty space of the right height stands for the others. */
export function RowGrid<T>({ virtual, rows, columns, actions, pick, rowHeight, headings }: Props<T>) {
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <Table.Root
      size="sm"
      stickyHeader
      tableLayout="fixed"
      aria-rowcount={rows.length + 1}
      css={STYLES}
      style={{ '--alto-de-fila': `${rowHeight}px` } as CSSProperties}
    >
      <chakra.colgroup>
        {columns.map(({ id, ancho }, i) => (
          <chakra.col key={id} w={pick && i === 0 ? `calc(${ancho} + 1.75rem)` : ancho} />
        ))}
        {actions && <chakra.col w="6rem" />}
      </chakra.colgroup>
      {headings}
      <Table.Body>
        <Gap height={above} />
        {items.map(({ index, key }) => (
          <RowMemo
            key={key}
            row={rows[index]!}
            position={index}
            columns={columns as readonly Column<unknown>[]}
            actions={actions as Actions<unknown>}
            picked={pick?.has(rows[index]!)}
            onPick={pick?.toggle as ((row: unknown) => void) | undefined}
            pickLabel={pick?.nameOf(rows[index]!)}
          />
        ))}
        <Gap height={below} />
      </Table.Body>
    </Table.Root>
  );
}

interface ColumnHeadingsProps<T> {
  columns: readonly Column<T>[];
  withActions: boolean;
  orden: Sorting | null;
  onSort: (orden: Sorting | null) => void;
  /** The tick of all rows. */
  all?: { checked: boolean; toggle: () => void };
}

/** Column headings; a click sorts. */
export function ColumnHeadings<T>({ columns, withActions, orden, onSort, all }: ColumnHeadingsProps<T>) {
  return (
    <Table.Header>
      <Table.Row bg="bg.subtle" aria-rowindex={1}>
        {columns.map(({ id, title, atEnd }, i) => (
          <Table.ColumnHeader
            key={id}
            textAlign={atEnd ? 'end' : 'start'}
            aria-sort={orden?.column !== id ? 'none' : orden.descending ? 'descending' : 'ascending'}
          >
            {i === 0 && all && <TickAll checked={all.checked} onChange={all.toggle} />}
            <ColumnHeading
              title={title}
              orden={orden?.column === id ? orden : null}
              onClick={() => onSort(siguiente(orden, id))}
            />
          </Table.ColumnHeader>
        ))}
        {withActions && (
          <Table.ColumnHeader {...FIXED} bg="bg.subtle" color="fg.muted" fontWeight="600" textAlign="end">
            Acciones
          </Table.ColumnHeader>
        )}
      </Table.Row>
    </Table.Header>
  );
}

/** Scrolling must not render a row again. */
const RowMemo = memo(function Row({ row, position, columns, actions, picked, onPick, pickLabel }: RowProps<unknown>) {
  return (
    <tr aria-rowindex={position + 2} data-picked={picked || undefined}>
      {columns.map(({ id, value, cell, nota, atEnd }, i) => {
        const under = nota?.(row);
        return (
          <td key={id} data-al-final={atEnd || undefined} title={cell ? undefined : String(value(row) ?? '')}>
            {i === 0 && onPick && (
              <Tick checked={picked ?? false} label={`Elegir ${pickLabel}`} onChange={() => onPick(row)} />
            )}
            {cell ? cell(row) : (value(row) ?? '')}
            {under && <span data-nota>{under}</span>}
          </td>
        );
      })}
      {actions && <td data-acciones>{actions(row)}</td>}
    </tr>
  );
});

const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null;

function ColumnHeading({ title, orden, onClick }: { title: string; orden: Sorting | null; onClick: () => void }) {
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="1"
      maxW="full"
      fontWeight="600"
      color={orden ? 'fg' : 'fg.muted'}
      cursor="pointer"
      rounded="xs"
      _hover={{ color: 'fg' }}
      _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' }}
      onClick={onClick}
    >
      <Box as="span" truncate>
        {title}
      </Box>
      <Box as="span" fontSize="xs" opacity={orden ? 1 : 0.35} transform={orden?.descending ? 'scaleY(-1)' : undefined}>
        <SortIcon />
      </Box>
    </chakra.button>
  );
}
