import { Box, Text } from '@chakra-ui/react';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import type { Column, FieldValue } from './column.js';
import { Tick, type Ticks } from './pick.js';
import { texts } from './textos.js';
import './cards.css';
import './tick.css';

interface Props<T> {
  virtual: Virtualizer<Window, Element>;
  rows: readonly T[];
  columns: readonly Column<T>[];
  actions?: ((row: T) => ReactNode) | undefined;
  pick?: Ticks<T> | undefined;
}

const NOTHING = '—';

const isEmpty = (value: FieldValue): boolean => value === null || value === '' || value === NOTHING;

const contentOf = <T,>({ value, cell }: Column<T>, row: T): ReactNode => {
  const shown = cell ? cell(row) : value(row);
  return shown === null || shown === '' ? NOTHING : shown;
};

const ASIDE: Readonly<Partial<Record<string, string>>> = { alone: '', half: 'medio' };

/** Titles and values in one flow of text. */
function Values<T>({ of, row }: { of: readonly Column<T>[]; row: T }) {
  return (
    <dl className="tarjeta-valores">
      {of.map((column) => (
        <div key={column.id} data-aparte={ASIDE[column.inCard ?? '']}>
          <dt data-callado={column.inCard === 'plain' || column.inCard === 'half' || undefined}>{column.title}</dt>{' '}
          <dd>{contentOf(column, row)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows as cards, for a phone: a heading and its values below, as high as these need. */
export function Cards<T>({ virtual, rows, columns, actions, pick }: Props<T>) {
  const title = columns.find(({ inCard }) => inCard === 'title');
  const beside = columns.filter(({ inCard }) => inCard === 'beside');
  const rest = columns.filter(({ inCard = '' }) => !['title', 'beside', 'hidden'].includes(inCard));
  return (
    <Box as="ul" listStyleType="none" position="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]!;
        return (
          <Box
            as="li"
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            position="absolute"
            insetX="0"
            top="0"
            px="3"
            py="1.5"
            borderBottomWidth="1px"
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            {/* Floating: the second line of values takes the whole width. */}
            <Box float="right" ms="2">
              {actions?.(row)}
            </Box>
            <Box fontWeight="600" overflowWrap="anywhere">
              {pick && (
                <Tick
                  checked={pick.has(row)}
                  label={texts.chooseOne(pick.nameOf(row))}
                  onChange={() => pick.toggle(row)}
                />
              )}
              {title && contentOf(title, row)}
              {beside.map((column) => (
                <Text as="span" key={column.id} ms="2" fontSize="xs" fontWeight="400" color="fg.muted">
                  {column.title} {contentOf(column, row)}
                </Text>
              ))}
              {title?.note && <Box>{title.note(row)}</Box>}
            </Box>
            <Values of={rest.filter(({ value, isUsual }) => !isEmpty(value(row)) && !isUsual?.(row))} row={row} />
          </Box>
        );
      })}
    </Box>
  );
}
