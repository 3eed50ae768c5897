import { Box, chakra, Table } from '@chakra-ui/react';
import type { Virtualizer } from '@tanstack/react-virtual';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { OrdenIcon } from '../icons.js';
import type { Columna, Orden } from './column.js';

interface Props<T> {
  virtual: Virtualizer<HTMLDivElement, Element>;
  filas: readonly T[];
  columnas: readonly Columna<T>[];
  acciones?: ((fila: T) => ReactNode) | undefined;
  /** px */
  altoDeFila: number;
  /** {@link Encabezados}: made above, so that scrolling does not draw them anew. */
  encabezados: ReactNode;
}

type Acciones<T> = ((fila: T) => ReactNode) | undefined;
interface FilaProps<T> {
  fila: T;
  indice: number;
  columnas: readonly Columna<T>[];
  acciones: Acciones<T>;
}

/** The actions stay in reach when the table is wider than the screen. */
const FIJA = { position: 'sticky', insetEnd: '0', bg: 'bg.panel' } as const;

/** One style for all rows: a styled component per cell would hold the browser up while the list is scrolled. */
const ESTILOS = {
  minWidth: 'max-content',
  '& td, & th': { px: '2.5' },
  '& tbody tr[aria-rowindex]': { h: 'var(--alto-de-fila)' },
  '& tbody tr[aria-rowindex] td': {
    py: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    borderBottomWidth: '1px',
  },
  '& td[data-al-final], & td[data-acciones]': { textAlign: 'end' },
  '& td[data-acciones]': FIJA,
  // A row with a second line: the cells' own stands above it, and it runs on over their feet, as far as the row can be seen.
  '& tr:has([data-nota])': { position: 'relative' },
  '& tr:has([data-nota]) td:not([data-acciones])': { verticalAlign: 'top', pt: '1' },
  '& [data-nota]': { display: 'block' },
  '& [data-nota] > *': { position: 'absolute', bottom: '0.5', maxWidth: 'calc(100cqi - 12rem)' },
  '& tbody tr[aria-rowindex]:hover td': { bg: 'bg.subtle' },
} as const;

/** First click: ascending; second: descending; third: as the server sent them. */
const siguiente = (orden: Orden | null, columna: string): Orden | null => {
  if (orden?.columna !== columna) return { columna, descendente: false };
  return orden.descendente ? null : { columna, descendente: true };
};

/** Only the rows in sight are in the document; what is above and below is empty space of the right height. */
export function Cuadricula<T>({ virtual, filas, columnas, acciones, altoDeFila, encabezados }: Props<T>) {
  const items = virtual.getVirtualItems();
  const arriba = items[0]?.start ?? 0;
  const abajo = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <Table.Root
      size="sm"
      stickyHeader
      tableLayout="fixed"
      aria-rowcount={filas.length + 1}
      css={ESTILOS}
      style={{ '--alto-de-fila': `${altoDeFila}px` } as CSSProperties}
    >
      <chakra.colgroup>
        {columnas.map(({ id, ancho }) => (
          <chakra.col key={id} w={ancho} />
        ))}
        {acciones && <chakra.col w="6.5rem" />}
      </chakra.colgroup>
      {encabezados}
      <Table.Body>
        <Hueco alto={arriba} />
        {items.map(({ index, key }) => (
          <FilaMemo
            key={key}
            fila={filas[index]!}
            indice={index}
            columnas={columnas as readonly Columna<unknown>[]}
            acciones={acciones as Acciones<unknown>}
          />
        ))}
        <Hueco alto={abajo} />
      </Table.Body>
    </Table.Root>
  );
}

interface EncabezadosProps<T> {
  columnas: readonly Columna<T>[];
  conAcciones: boolean;
  orden: Orden | null;
  onOrdenar: (orden: Orden | null) => void;
}

/** The column heads: each one sorts. */
export function Encabezados<T>({ columnas, conAcciones, orden, onOrdenar }: EncabezadosProps<T>) {
  return (
    <Table.Header>
      <Table.Row bg="bg.subtle" aria-rowindex={1}>
        {columnas.map(({ id, titulo, alFinal }) => (
          <Table.ColumnHeader
            key={id}
            textAlign={alFinal ? 'end' : 'start'}
            aria-sort={orden?.columna !== id ? 'none' : orden.descendente ? 'descending' : 'ascending'}
          >
            <Encabezado
              titulo={titulo}
              orden={orden?.columna === id ? orden : null}
              onClick={() => onOrdenar(siguiente(orden, id))}
            />
          </Table.ColumnHeader>
        ))}
        {conAcciones && (
          <Table.ColumnHeader {...FIJA} bg="bg.subtle" color="fg.muted" fontWeight="600" textAlign="end">
            Acciones
          </Table.ColumnHeader>
        )}
      </Table.Row>
    </Table.Header>
  );
}

/** A row is drawn once, not at every turn of the wheel. */
const FilaMemo = memo(function Fila({ fila, indice, columnas, acciones }: FilaProps<unknown>) {
  return (
    <tr aria-rowindex={indice + 2}>
      {columnas.map(({ id, valor, celda, nota, alFinal }) => {
        const debajo = nota?.(fila);
        return (
          <td key={id} data-al-final={alFinal || undefined} title={celda ? undefined : String(valor(fila) ?? '')}>
            {celda ? celda(fila) : (valor(fila) ?? '')}
            {debajo && <span data-nota>{debajo}</span>}
          </td>
        );
      })}
      {acciones && <td data-acciones>{acciones(fila)}</td>}
    </tr>
  );
});

const Hueco = ({ alto }: { alto: number }) =>
  alto > 0 ? (
    <tr aria-hidden>
      <td style={{ height: alto, padding: 0 }} />
    </tr>
  ) : null;

function Encabezado({ titulo, orden, onClick }: { titulo: string; orden: Orden | null; onClick: () => void }) {
  return (
    <chakra.button
      type="button"
      display="inline-flex"
      alignItems="center"
      gap="1"
      maxW="full"
      fontWeight="600"
      color={orden ? 'fg' : 'fg.muted'}
      cursor="pointer"
      rounded="xs"
      _hover={{ color: 'fg' }}
      _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' }}
      onClick={onClick}
    >
      <Box as="span" truncate>
        {titulo}
      </Box>
      <Box as="span" fontSize="xs" opacity={orden ? 1 : 0.35} transform={orden?.descendente ? 'scaleY(-1)' : undefined}>
        <OrdenIcon />
      </Box>
    </chakra.button>
  );
}
