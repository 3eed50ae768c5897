import { Box, Center, Flex, Skeleton, Stack, Text, useBreakpointValue } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, type Key, type ReactNode } from 'react';
import { Barra } from './toolbar.js';
import { filtrar, ordenar, type Columna } from './column.js';
import { Cuadricula, Encabezados } from './grid.js';
import { useEstadoDeTabla, FILAS_POR_PAGINA } from './url-state.js';
import { Paginador } from './pager.js';
import { Tarjetas } from './cards.js';

interface Props<T> {
  /** Whose rows they are: others' start anew, on their first page. The tool bar stays, and what is being typed in it. */
  de?: Key | null | undefined;
  /** What the rows are, in plural: names the search box and the CSV file. */
  nombre: string;
  filas: readonly T[] | undefined;
  columnas: readonly Columna<T>[];
  clave: (fila: T) => number | string;
  /** Buttons of a row; the column is titled "Acciones" and neither sorts nor exports. */
  acciones?: (fila: T) => ReactNode;
  /** What stands at the end of the tool bar: the "new" button. */
  herramientas?: ReactNode;
  /** Said when there is not a single row. */
  vacio: string;
  /** Height of a grid's row, px; taller for cells of two lines. */
  altoDeFila?: number;
}

const ALTO_DE_FILA = 44;
const ALTO_DE_TARJETA = 190;

/** A list that sorts, filters, exports and scrolls through ten thousand rows: a grid on a screen, cards on a phone. */
export function Tabla<T>(props: Props<T>) {
  const { de, nombre, filas, columnas, clave, acciones, herramientas, vacio, altoDeFila = ALTO_DE_FILA } = props;
  const { q, orden, pagina, cambiar } = useEstadoDeTabla();
  const busqueda = useDeferredValue(q);
  const visibles = useMemo(
    () => ordenar(filtrar(filas ?? [], columnas, busqueda), columnas, orden),
    // The order is a fresh object on every render: its two values are what matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [filas, columnas, busqueda, orden?.columna, orden?.descendente],
  );

  return (
    <Stack gap="3">
      <Barra
        nombre={nombre}
        q={q}
        onBuscar={(texto) => cambiar({ q: texto, pagina: 1 })}
        filas={visibles}
        columnas={columnas}
        total={filas?.length ?? null}
        herramientas={herramientas}
      />
      <Lista
        key={de}
        nombre={nombre}
        filas={filas}
        visibles={visibles}
        columnas={columnas}
        clave={clave}
        acciones={acciones}
        pagina={pagina}
        onPagina={(numero) => cambiar({ pagina: numero })}
        altoDeFila={altoDeFila}
        vacio={filas?.length === 0 ? vacio : `Nada coincide con «${q}».`}
        encabezados={
          <Encabezados
            columnas={columnas}
            conAcciones={acciones !== undefined}
            orden={orden}
            onOrdenar={(siguiente) => cambiar({ orden: siguiente, pagina: 1 })}
          />
        }
      />
    </Stack>
  );
}

interface ListaProps<T> extends Pick<Props<T>, 'nombre' | 'filas' | 'columnas' | 'clave' | 'vacio'> {
  visibles: readonly T[];
  altoDeFila: number;
  acciones: ((fila: T) => ReactNode) | undefined;
  pagina: number;
  onPagina: (pagina: number) => void;
  encabezados: ReactNode;
}

/** What changes while the list is scrolled; the tool bar and the column heads above are left alone. */
function Lista<T>(props: ListaProps<T>) {
  const { nombre, filas, visibles, columnas, clave, acciones, pagina, onPagina, vacio, encabezados, altoDeFila } =
    props;
  const telefono = useBreakpointValue({ base: true, md: false }, { ssr: false }) ?? false;
  const caja = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: visibles.length,
    getScrollElement: () => caja.current,
    estimateSize: () => (telefono ? ALTO_DE_TARJETA : altoDeFila),
    overscan: 10,
    getItemKey: (index) => clave(visibles[index]!),
  });

  const primera = virtual.range?.startIndex ?? 0;
  const aPagina = (numero: number) => {
    onPagina(numero);
    virtual.scrollToIndex((numero - 1) * FILAS_POR_PAGINA, { align: 'start' });
  };
  usePaginaEnLaDireccion({
    lista: visibles.length > 0,
    pagina,
    actual: Math.floor(primera / FILAS_POR_PAGINA) + 1,
    ir: aPagina,
    recordar: onPagina,
  });

  return (
    <>
      <Box
        ref={caja}
        overflow="auto"
        containerType="inline-size"
        maxH={{ base: 'calc(100dvh - 13rem)', md: 'calc(100dvh - 18rem)' }}
        borderWidth="1px"
        rounded="md"
        tabIndex={0}
        role="region"
        aria-label={`Lista de ${nombre}`}
        aria-busy={filas === undefined}
        bg="bg.panel"
      >
        {filas === undefined ? (
          <Espera />
        ) : visibles.length === 0 ? (
          <Center h="12rem" px="6" color="fg.muted" textAlign="center">
            <Text>{vacio}</Text>
          </Center>
        ) : telefono ? (
          <Tarjetas virtual={virtual} filas={visibles} columnas={columnas} acciones={acciones} />
        ) : (
          <Cuadricula
            virtual={virtual}
            filas={visibles}
            columnas={columnas}
            acciones={acciones}
            altoDeFila={altoDeFila}
            encabezados={encabezados}
          />
        )}
      </Box>
      <Paginador total={visibles.length} primera={primera} ultima={virtual.range?.endIndex ?? 0} onPagina={aPagina} />
    </>
  );
}

interface PaginaEnLaDireccion {
  lista: boolean;
  pagina: number;
  actual: number;
  ir: (pagina: number) => void;
  recordar: (pagina: number) => void;
}

/** Opens at the page the address names, then keeps the address at the page being looked at. */
function usePaginaEnLaDireccion({ lista, pagina, actual, ir, recordar }: PaginaEnLaDireccion): void {
  const abierta = useRef(false);
  useEffect(() => {
    if (!lista || abierta.current) return;
    abierta.current = true;
    if (pagina > 1) ir(pagina);
    // Only when the first rows arrive.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [lista]);
  useEffect(() => {
    if (!abierta.current || actual === pagina) return undefined;
    const calma = setTimeout(() => recordar(actual), 250);
    return () => clearTimeout(calma);
    // `recordar` is new on every render; the pages are what matters.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [actual, pagina]);
}

function Espera() {
  return (
    <Flex direction="column" p="4" gap="3">
      {[1, 2, 3, 4, 5].map((fila) => (
        <Skeleton key={fila} h="7" />
      ))}
    </Flex>
  );
}
