import { Box, Button, Center, Spinner, Table } from '@chakra-ui/react';
import type { HistorialEvent } from '@acequia/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { TextLink } from '../../../components/text-link.js';
import { StateChip } from '../../../components/state-chip.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { texts } from '../textos.js';
import { CHART_HEIGHT } from './height.js';

/** Height of a one-line row, px; higher rows are measured. */
const ROW_HEIGHT_PX = 41;
/** Older events load when this many rows are left below. */
const BEFORE_END = 30;

interface Props {
  events: readonly HistorialEvent[];
  /** Loads older events; undefined when there are none or while they load. */
  onEarlier: (() => void) | undefined;
  loading: boolean;
}

/** Renders only the visible rows. Scrolling to the end loads older events. */
export default function EventTable({ events, onEarlier, loading }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    getItemKey: (index) => events[index]!._id,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  // A list that fits cannot be scrolled, so a button loads older events.
  const atEnd = (virtual.scrollOffset ?? 0) > 0 && last >= events.length - BEFORE_END;
  useEffect(() => {
    if (atEnd) onEarlier?.();
  }, [atEnd, onEarlier]);
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <Box
      ref={box}
      h={CHART_HEIGHT}
      overflowY="auto"
      borderWidth="1px"
      rounded="md"
      tabIndex={0}
      role="region"
      aria-label={texts.historial}
    >
      <Table.Root
        size="sm"
        stickyHeader
        aria-rowcount={events.length + 1}
        css={{ '& td, & th': { px: { base: '2', md: '4' } } }}
      >
        <Table.Header>
          <Table.Row bg="bg.subtle" aria-rowindex={1}>
            {texts.historyColumns.map((column) => (
              <Table.ColumnHeader key={column} color="fg.muted" fontWeight="600">
                {column}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          <Gap height={above} />
          {items.map(({ index, key }) => {
            const entry = events[index]!;
            return (
              <Table.Row
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                bg="transparent"
              >
                <Table.Cell>
                  <TextLink to={`/panel/switch/${entry.switch_id}`}>
                    {entry.zona} - {entry.nombre}
                  </TextLink>
                </Table.Cell>
                <Table.Cell>
                  <StateChip estado={entry.estado} />
                </Table.Cell>
                <Table.Cell whiteSpace={{ md: 'nowrap' }} fontVariantNumeric="tabular-nums">
                  {dateTimeOf(entry.fecha)}
                </Table.Cell>
              </Table.Row>
            );
          })}
          <Gap height={below} />
        </Table.Body>
      </Table.Root>
      {(onEarlier || loading) && (
        <Center py="2">
          <Button size="xs" variant="ghost" onClick={onEarlier} aria-busy={loading}>
            {loading && <Spinner size="xs" />} {loading ? texts.loadingPrevious : texts.earlier}
          </Button>
        </Center>
      )}
    </Box>
  );
}

/** Empty space in place of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  ) : null;
