import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode } from 'react';
import type { Columna } from './column.js';

interface Props<T> {
  virtual: Virtualizer<HTMLDivElement, Element>;
  filas: readonly T[];
  columnas: readonly Columna<T>[];
  acciones?: ((fila: T) => ReactNode) | undefined;
}

const contenido = <T,>({ valor, celda }: Columna<T>, fila: T): ReactNode =>
  celda ? celda(fila) : valor(fila) === null || valor(fila) === '' ? '—' : valor(fila);

/** The same rows for a phone: one card each, of the height its content needs. */
export function Tarjetas<T>({ virtual, filas, columnas, acciones }: Props<T>) {
  const titulo = columnas.find(({ enTarjeta }) => enTarjeta === 'titulo');
  const resto = columnas.filter(({ enTarjeta }) => enTarjeta === undefined);
  return (
    <Box as="ul" listStyleType="none" position="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const fila = filas[index]!;
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
            style={{ transform: `translateY(${start}px)` }}
          >
            <Flex justify="space-between" gap="3" align="flex-start" mb="2">
              <Box fontWeight="600" fontSize="md" overflowWrap="anywhere">
                {titulo && contenido(titulo, fila)}
                {titulo?.nota?.(fila)}
              </Box>
              {acciones?.(fila)}
            </Flex>
            <Grid as="dl" templateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1.5" alignItems="center">
              {resto.map((columna) => (
                <Fragment key={columna.id}>
                  <Text as="dt" fontSize="xs" color="fg.muted">
                    {columna.titulo}
                  </Text>
                  <Box as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
                    {contenido(columna, fila)}
                  </Box>
                </Fragment>
              ))}
            </Grid>
          </Box>
        );
      })}
    </Box>
  );
}
