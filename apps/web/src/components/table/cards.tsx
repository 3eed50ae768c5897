import { Box, Flex } from '@chakra-ui/react';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { Facts } from '../facts.js';
import type { Column } from './column.js';
import { Tick, type Ticks } from './pick.js';
import { texts } from './textos.js';
import './tick.css';

interface Props<T> {
  virtual: Virtualizer<Window, Element>;
  rows: readonly T[];
  columns: readonly Column<T>[];
  actions?: ((row: T) => ReactNode) | undefined;
  pick?: Ticks<T> | undefined;
}

const contentOf = <T,>({ value, cell }: Column<T>, row: T): ReactNode => {
  const shown = cell ? cell(row) : value(row);
  return shown === null || shown === '' ? '—' : shown;
};

/** The rows as cards, for a phone; each card is as high as its content. */
export function Cards<T>({ virtual, rows, columns, actions, pick }: Props<T>) {
  const title = columns.find(({ inCard }) => inCard === 'title');
  const rest = columns.filter(({ inCard }) => inCard === undefined);
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
            px="4"
            py="3.5"
            borderBottomWidth="1px"
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            <Flex justify="space-between" gap="3" align="flex-start" mb="2">
              <Box fontWeight="600" fontSize="md" overflowWrap="anywhere">
                {pick && (
                  <Tick
                    checked={pick.has(row)}
                    label={texts.chooseOne(pick.nameOf(row))}
                    onChange={() => pick.toggle(row)}
                  />
                )}
                {title && contentOf(title, row)}
                {title?.note && <Box>{title.note(row)}</Box>}
              </Box>
              {actions?.(row)}
            </Flex>
            <Facts facts={rest.map((column) => [column.title, contentOf(column, row)])} columnGap="4" rowGap="1.5" />
          </Box>
        );
      })}
    </Box>
  );
}
