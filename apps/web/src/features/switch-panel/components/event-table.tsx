import { Box, Button, Center, Spinner, Table } from '@chakra-ui/react';
import type { EventoHistorial } from '@acequia/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { EstadoChip } from '../../../components/state-chip.js';
import { fechaHora } from '../../../lib/format/format.js';
import { textos } from '../textos.js';
import { ALTO } from './height.js';

/** Of a row on one line, px; the others are measured. */
const FILA = 41;
/** So many rows before the end, older ones are fetched. */
const ANTES_DEL_FIN = 30;

interface Props {
  eventos: readonly EventoHistorial[];
  /** Fetches older ones; undefined where there are none, or while they are on their way. */
  onAnteriores: (() => void) | undefined;
  cargando: boolean;
}

/** However many there are, only the rows in sight are in the document. Scrolled to its end, it goes on with older ones. */
export default function TablaEventos({ eventos, onAnteriores, cargando }: Props) {
  const caja = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: eventos.length,
    getScrollElement: () => caja.current,
    estimateSize: () => FILA,
    overscan: 12,
    getItemKey: (index) => eventos[index]!._id,
  });
  const items = virtual.getVirtualItems();
  const ultima = items.at(-1)?.index ?? 0;
  // A list that fits is not scrolled: there the button asks.
  const alFinal = (virtual.scrollOffset ?? 0) > 0 && ultima >= eventos.length - ANTES_DEL_FIN;
  useEffect(() => {
    if (alFinal) onAnteriores?.();
  }, [alFinal, onAnteriores]);
  const arriba = items[0]?.start ?? 0;
  const abajo = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <Box
      ref={caja}
      h={ALTO}
      overflowY="auto"
      borderWidth="1px"
      rounded="md"
      tabIndex={0}
      role="region"
      aria-label={textos.historial}
    >
      <Table.Root
        size="sm"
        stickyHeader
        aria-rowcount={eventos.length + 1}
        css={{ '& td, & th': { px: { base: '2', md: '4' } } }}
      >
        <Table.Header>
          <Table.Row bg="bg.subtle" aria-rowindex={1}>
            {textos.columnasHistorial.map((columna) => (
              <Table.ColumnHeader key={columna} color="fg.muted" fontWeight="600">
                {columna}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          <Hueco alto={arriba} />
          {items.map(({ index, key }) => {
            const evento = eventos[index]!;
            return (
              <Table.Row
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                bg="transparent"
              >
                <Table.Cell>
                  {evento.zona} - {evento.nombre}
                </Table.Cell>
                <Table.Cell>
                  <EstadoChip estado={evento.estado} />
                </Table.Cell>
                <Table.Cell whiteSpace={{ md: 'nowrap' }} fontVariantNumeric="tabular-nums">
                  {fechaHora(evento.fecha)}
                </Table.Cell>
              </Table.Row>
            );
          })}
          <Hueco alto={abajo} />
        </Table.Body>
      </Table.Root>
      {(onAnteriores || cargando) && (
        <Center py="2">
          <Button size="xs" variant="ghost" onClick={onAnteriores} aria-busy={cargando}>
            {cargando && <Spinner size="xs" />} {cargando ? textos.cargandoAnteriores : textos.anteriores}
          </Button>
        </Center>
      )}
    </Box>
  );
}

/** Stands for the rows that are not in the document. */
const Hueco = ({ alto }: { alto: number }) =>
  alto > 0 ? (
    <tr aria-hidden>
      <td style={{ height: alto, padding: 0 }} />
    </tr>
  ) : null;
