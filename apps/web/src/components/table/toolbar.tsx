import { numero } from '@acequia/contracts';
import { Box, Button, Flex, Input, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SearchIcon, DownloadIcon } from '../icons.js';
import type { Column } from './column.js';
import { downloadCsv } from './csv.js';
import { texts } from './textos.js';
import { ViewsButton } from './views-button.js';

interface Props<T> {
  nombre: string;
  q: string;
  onSearch: (text: string) => void;
  rows: readonly T[];
  columns: readonly Column<T>[];
  /** Null while the number is unknown, as opposed to zero. */
  total: number | null;
  /** The rows could not be read. */
  unread: boolean;
  tools?: ReactNode;
}

/** "12 filas", "3 de 12 filas"; "—" for a list that could not be read. */
function countOf(visible: number, total: number | null, unread: boolean): string {
  if (unread && !total) return '—';
  if (total === null) return '';
  const all = texts.rows(numero(total), total === 1);
  return visible === total ? all : texts.of(numero(visible), all);
}

/** Search, number of rows, CSV of the rows shown, and the screen's own buttons. */
export function Toolbar<T>({ nombre, q, onSearch, rows, columns, total, unread, tools }: Props<T>) {
  return (
    <Flex columnGap="3" rowGap="2" wrap="wrap" align="center">
      <Box position="relative" flex={{ base: '1 1 13rem', sm: '0 1 20rem' }}>
        <Box position="absolute" insetStart="3" top="50%" transform="translateY(-50%)" color="fg.subtle" zIndex="1">
          <SearchIcon />
        </Box>
        <Input
          type="search"
          ps="10"
          value={q}
          placeholder={texts.search}
          aria-label={texts.searchIn(nombre)}
          onChange={(event) => onSearch(event.target.value)}
        />
      </Box>
      {/* On a phone the number of rows stands below, beside the screen's own buttons. */}
      <Text
        order={{ base: 1, sm: 'initial' }}
        color="fg.muted"
        fontSize="sm"
        aria-live="polite"
        fontVariantNumeric="tabular-nums"
      >
        {countOf(rows.length, total, unread)}
      </Text>
      <Flex gap="2" ms={{ sm: 'auto' }}>
        <ViewsButton nombre={nombre} />
        <Button
          variant="outline"
          aria-label={texts.csv}
          px={{ base: '0', sm: '4' }}
          disabled={rows.length === 0}
          onClick={() => downloadCsv(rows, columns, nombre)}
        >
          <DownloadIcon />
          <Box as="span" display={{ base: 'none', sm: 'inline' }}>
            {texts.csv}
          </Box>
        </Button>
      </Flex>
      {tools && (
        <Flex
          gap="2"
          wrap="wrap"
          justify="flex-end"
          order={{ base: 2, sm: 'initial' }}
          flex={{ base: '1 1 auto', sm: '0 0 auto' }}
        >
          {tools}
        </Flex>
      )}
    </Flex>
  );
}
