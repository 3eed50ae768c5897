import { Box, Center, Flex, Skeleton, useBreakpointValue } from '@chakra-ui/react';
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Column } from './column.js';
import { RowGrid } from './grid.js';
import { ROWS_PER_PAGE } from './url-state.js';
import { pageOf } from './page-of.js';
import { Pager } from './pager.js';
import type { Ticks } from './pick.js';
import { Cards } from './cards.js';
import { texts } from './textos.js';
import './row-list.css';

const CARD_HEIGHT = 76;
/** Rows drawn above and below the visible ones: each costs time in a jump; on a phone, scrolling shows gaps without them. */
const BESIDES = { grid: 3, cards: 6 };

interface Props<T> {
  nombre: string;
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  /** Of the rows, what the search leaves. */
  visible: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => number | string;
  actions: ((row: T) => ReactNode) | undefined;
  /** Absent: the rows have no ticks. */
  pick: Ticks<T> | undefined;
  /** Shown when nothing is visible. */
  empty: ReactNode;
  /** px */
  rowHeight: number;
  page: number;
  onPage: (page: number) => void;
  headings: ReactNode;
}

/**
 * The part of a list that changes while it scrolls; the tool bar and the column headings do not render again. On a phone the page scrolls: a
 * box that scrolls inside it would catch the finger.
 */
export function RowList<T>(props: Props<T>) {
  const phone = useBreakpointValue({ base: true, md: false }, { ssr: false }) ?? false;
  return phone ? <CardList {...props} /> : <GridList {...props} />;
}

const frameOf = ({ nombre, rows }: Pick<Props<unknown>, 'nombre' | 'rows'>) =>
  ({
    className: 'lista',
    role: 'region',
    'aria-label': texts.list(nombre),
    'aria-busy': rows === undefined,
  }) as const;

function GridList<T>(props: Props<T>) {
  const { rows, visible, columns, keyOf, actions, pick, empty, headings, rowHeight } = props;
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: BESIDES.grid,
    getItemKey: useKeys(visible, keyOf),
  });
  const pages = usePages(props, virtual);
  return (
    <>
      <div ref={box} tabIndex={0} {...frameOf(props)} data-caja>
        {rows === undefined || visible.length === 0 ? (
          <Nothing waiting={rows === undefined} empty={empty} />
        ) : (
          <RowGrid
            virtual={virtual}
            rows={visible}
            columns={columns}
            actions={actions}
            pick={pick}
            rowHeight={rowHeight}
            headings={headings}
          />
        )}
      </div>
      <Pager {...pages} />
    </>
  );
}

function CardList<T>(props: Props<T>) {
  const { rows, visible, columns, keyOf, actions, pick, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const scrollMargin = useTop(box);
  const virtual = useWindowVirtualizer({
    count: visible.length,
    estimateSize: () => CARD_HEIGHT,
    overscan: BESIDES.cards,
    getItemKey: useKeys(visible, keyOf),
    scrollMargin,
    // A page of the list begins below the frame's header, which stays in sight.
    scrollPaddingStart: document.querySelector('header')?.offsetHeight ?? 0,
  });
  const pages = usePages(props, virtual);
  return (
    <>
      <div ref={box} {...frameOf(props)}>
        {rows === undefined || visible.length === 0 ? (
          <Nothing waiting={rows === undefined} empty={empty} />
        ) : (
          <Cards virtual={virtual} rows={visible} columns={columns} actions={actions} pick={pick} />
        )}
      </div>
      <Pager {...pages} />
    </>
  );
}

/** The key of a row by its position. Another function makes the virtualizer measure all rows again. */
const useKeys = <T,>(rows: readonly T[], keyOf: Props<T>['keyOf']) =>
  useCallback((index: number) => keyOf(rows[index]!), [rows, keyOf]);

/** Distance of an element from the top of the page, px; what loads above it moves it. */
function useTop(box: { current: HTMLDivElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return top;
}

interface Visible {
  range: { startIndex: number; endIndex: number } | null;
  scrollOffset: number | null;
  options: { scrollPaddingStart?: number };
  getVirtualItemForOffset: (offset: number) => { index: number } | undefined;
  scrollToIndex: (index: number, options: { align: 'start' }) => void;
}

/** The pages of a list, of which the address names the visible one. */
function usePages({ visible, page, onPage }: Pick<Props<unknown>, 'visible' | 'page' | 'onPage'>, virtual: Visible) {
  const total = visible.length;
  // The first row below what covers the top of the list; a scroll ends on whole pixels, rows may not.
  const top = (virtual.scrollOffset ?? 0) + (virtual.options.scrollPaddingStart ?? 0) + 1;
  const first = virtual.getVirtualItemForOffset(top)?.index ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  const shownPage = pageOf(first, last, total);
  const toPage = (numero: number) => {
    onPage(numero);
    virtual.scrollToIndex((numero - 1) * ROWS_PER_PAGE, { align: 'start' });
  };
  // The buttons of the pages are drawn again for another page only.
  const latest = useRef(toPage);
  useLayoutEffect(() => void (latest.current = toPage));
  const onPress = useCallback((numero: number) => latest.current(numero), []);
  usePageInAddress({
    list: total > 0,
    top,
    page,
    shownPage,
    goTo: toPage,
    remember: onPage,
  });
  return { total, first, last, shownPage, onPage: onPress };
}

interface PageInAddress {
  list: boolean;
  /** How far the list is scrolled, px. */
  top: number;
  page: number;
  shownPage: number;
  goTo: (page: number) => void;
  remember: (page: number) => void;
}

/** Opens at the page in the address; once scrolling has ended, the address names the visible page. */
function usePageInAddress({ list, top, page, shownPage, goTo, remember }: PageInAddress): void {
  const openedAtPage = useRef(false);
  useEffect(() => {
    if (!list || openedAtPage.current) return;
    openedAtPage.current = true;
    if (page > 1) goTo(page);
    // Run only when the first rows arrive.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [list]);
  useEffect(() => {
    if (!openedAtPage.current || shownPage === page) return undefined;
    const calm = setTimeout(() => remember(shownPage), 250);
    return () => clearTimeout(calm);
    // `remember` is new on every render. An address that changes while the list scrolls would draw the whole screen again in between.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shownPage, page, top]);
}

function Nothing({ waiting, empty }: { waiting: boolean; empty: ReactNode }) {
  if (!waiting)
    return (
      <Center h="12rem" px="6" color="fg.muted" textAlign="center">
        <Box>{empty}</Box>
      </Center>
    );
  return (
    <Flex direction="column" p="4" gap="3">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h="7" />
      ))}
    </Flex>
  );
}
