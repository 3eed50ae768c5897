import { Box, Button, Flex, Input, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { numero } from '../../lib/format/format.js';
import { avisar } from '../toasts.js';
import { BuscarIcon, DescargarIcon } from '../icons.js';
import type { Columna } from './column.js';
import { exportarCsv } from './csv.js';

interface Props<T> {
  nombre: string;
  q: string;
  onBuscar: (texto: string) => void;
  filas: readonly T[];
  columnas: readonly Columna<T>[];
  /** Null while nobody knows: not none. */
  total: number | null;
  herramientas?: ReactNode;
}

/** Search, how many rows there are, the CSV of what is shown, and the screen's own buttons. */
export function Barra<T>({ nombre, q, onBuscar, filas, columnas, total, herramientas }: Props<T>) {
  const bajar = () => {
    exportarCsv(filas, columnas, `${nombre}.csv`).catch((error: unknown) => {
      console.error(`${nombre}.csv`, error);
      avisar.error('No se pudo descargar el archivo.');
    });
  };
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Box position="relative" flex={{ base: '1 1 100%', sm: '0 1 20rem' }}>
        <Box position="absolute" insetStart="3" top="50%" transform="translateY(-50%)" color="fg.subtle" zIndex="1">
          <BuscarIcon />
        </Box>
        <Input
          type="search"
          ps="10"
          value={q}
          placeholder="Buscar…"
          aria-label={`Buscar en ${nombre}`}
          onChange={(event) => onBuscar(event.target.value)}
        />
      </Box>
      <Text color="fg.muted" fontSize="sm" aria-live="polite" fontVariantNumeric="tabular-nums">
        {total === null ? '' : filas.length === total ? numero(total) : `${numero(filas.length)} de ${numero(total)}`}
      </Text>
      <Flex gap="2" ms="auto" wrap="wrap">
        <Button variant="outline" disabled={filas.length === 0} onClick={bajar}>
          <DescargarIcon /> CSV
        </Button>
        {herramientas}
      </Flex>
    </Flex>
  );
}
