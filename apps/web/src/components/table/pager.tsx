import { Button, Flex, Text } from '@chakra-ui/react';
import { numero } from '../../lib/format/format.js';
import { pagesOf } from './page-of.js';
import { ROWS_PER_PAGE } from './url-state.js';

interface Props {
  total: number;
  /** Index of the first and of the last visible row. */
  first: number;
  last: number;
  /** The page in sight. */
  actual: number;
  onPage: (page: number) => void;
}

/** Shows the position and jumps by a page; only for lists longer than a page. */
export function Pager({ total, first, last, actual, onPage }: Props) {
  if (total <= ROWS_PER_PAGE) return null;
  const pages = pagesOf(total);
  return (
    <Flex as="nav" aria-label="Páginas" align="center" justify="space-between" gap="3" wrap="wrap">
      <Text color="fg.muted" fontVariantNumeric="tabular-nums">
        {numero(first + 1)}–{numero(Math.min(last + 1, total))} de {numero(total)}
      </Text>
      <Flex gap="1" align="center">
        <Button size="sm" variant="ghost" disabled={actual === 1} onClick={() => onPage(actual - 1)}>
          Anterior
        </Button>
        <Text fontVariantNumeric="tabular-nums" px="2">
          Página {numero(actual)} de {numero(pages)}
        </Text>
        <Button size="sm" variant="ghost" disabled={actual === pages} onClick={() => onPage(actual + 1)}>
          Siguiente
        </Button>
      </Flex>
    </Flex>
  );
}
