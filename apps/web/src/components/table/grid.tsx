import type { Virtualizer } from '@tanstack/react-virtual';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { SortIcon } from '../icons.js';
import { type Column, type Sorting, widthsOf } from './column.js';
import { Tick, TickAll, type Ticks } from './pick.js';
import { texts } from './textos.js';
import './grid.css';
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

const TICK_REM = 1.75;
const ACTIONS_REM = 6;

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

/** First click: ascending; second: descending; third: the server's order. */
const nextSorting = (sorting: Sorting | null, column: string): Sorting | null => {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
};

/** Renders only the visible rows; empty space of the right height stands for the others. */
export function RowGrid<T>({ virtual, rows, columns, actions, pick, rowHeight, headings }: Props<T>) {
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const widths = widthsOf(columns, (pick ? TICK_REM : 0) + (actions ? ACTIONS_REM : 0));
  return (
    <table
      className="tabla"
      aria-rowcount={rows.length + 1}
      style={{ '--alto-de-fila': `${rowHeight}px` } as CSSProperties}
    >
      <colgroup>
        {columns.map(({ id }, i) => (
          <col key={id} style={{ width: pick && i === 0 ? `calc(${widths[i]} + ${TICK_REM}rem)` : widths[i] }} />
        ))}
        {actions && <col style={{ width: `${ACTIONS_REM}rem` }} />}
      </colgroup>
      {headings}
      <tbody>
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
      </tbody>
    </table>
  );
}

interface ColumnHeadingsProps<T> {
  columns: readonly Column<T>[];
  withActions: boolean;
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
  /** The tick of all rows. */
  all?: { checked: boolean; toggle: () => void };
}

/** Column headings; a click sorts. */
export function ColumnHeadings<T>({ columns, withActions, sorting, onSort, all }: ColumnHeadingsProps<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ id, title, alignEnd }, i) => (
          <th
            key={id}
            scope="col"
            data-al-final={alignEnd || undefined}
            aria-sort={sorting?.column !== id ? 'none' : sorting.descending ? 'descending' : 'ascending'}
          >
            {i === 0 && all && <TickAll checked={all.checked} onChange={all.toggle} />}
            <button type="button" className="tabla-orden" onClick={() => onSort(nextSorting(sorting, id))}>
              <span title={title}>{title}</span>
              <span>
                <SortIcon />
              </span>
            </button>
          </th>
        ))}
        {withActions && (
          <th scope="col" data-acciones>
            {texts.actions}
          </th>
        )}
      </tr>
    </thead>
  );
}

/** The whole text of a cell, which the column may cut off. A number under a drawn cell only serves to sort. */
function textOf({ value, cell, inCsv = value }: Column<unknown>, row: unknown): string | undefined {
  const text = inCsv(row);
  return cell && typeof text !== 'string' ? undefined : String(text ?? '');
}

/** Scrolling must not render a row again. */
const RowMemo = memo(function Row({ row, position, columns, actions, picked, onPick, pickLabel }: RowProps<unknown>) {
  const contents = columns.map(({ value, cell }) => (cell ? cell(row) : (value(row) ?? '')));
  const notes = columns.map(({ note }) => note?.(row));
  return (
    <tr
      className="tabla-fila"
      aria-rowindex={position + 2}
      data-picked={picked || undefined}
      data-con-nota={notes.some(Boolean) || undefined}
    >
      {columns.map(({ id, alignEnd, twoLines }, i) => (
        <td key={id} data-al-final={alignEnd || undefined} title={textOf(columns[i]!, row)}>
          {i === 0 && onPick && (
            <Tick checked={picked ?? false} label={texts.chooseOne(pickLabel ?? '')} onChange={() => onPick(row)} />
          )}
          {twoLines ? <span className="tabla-dos">{contents[i]}</span> : contents[i]}
          {notes[i] && <span data-nota>{notes[i]}</span>}
        </td>
      ))}
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
