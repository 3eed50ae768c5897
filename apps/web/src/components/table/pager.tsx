import { Button, Flex, Text } from '@chakra-ui/react';
import { numero } from '../../lib/format/format.js';
import { FILAS_POR_PAGINA } from './url-state.js';

interface Props {
  total: number;
  /** Index of the first and the last row in sight. */
  primera: number;
  ultima: number;
  onPagina: (pagina: number) => void;
}

/** Only for lists longer than a page: where one is, and jumps of a page. */
export function Paginador({ total, primera, ultima, onPagina }: Props) {
  if (total <= FILAS_POR_PAGINA) return null;
  const paginas = Math.ceil(total / FILAS_POR_PAGINA);
  const actual = Math.floor(primera / FILAS_POR_PAGINA) + 1;
  return (
    <Flex as="nav" aria-label="Páginas" align="center" justify="space-between" gap="3" wrap="wrap">
      <Text color="fg.muted" fontVariantNumeric="tabular-nums">
        {numero(primera + 1)}–{numero(Math.min(ultima + 1, total))} de {numero(total)}
      </Text>
      <Flex gap="1" align="center">
        <Button size="sm" variant="ghost" disabled={actual === 1} onClick={() => onPagina(actual - 1)}>
          Anterior
        </Button>
        <Text fontVariantNumeric="tabular-nums" px="2">
          Página {numero(actual)} de {numero(paginas)}
        </Text>
        <Button size="sm" variant="ghost" disabled={actual === paginas} onClick={() => onPagina(actual + 1)}>
          Siguiente
        </Button>
      </Flex>
    </Flex>
  );
}
