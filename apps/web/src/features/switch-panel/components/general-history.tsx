import { Button, Field, Flex, Heading, Skeleton, Spinner, Text } from '@chakra-ui/react';
import { DateInput } from '../../../components/form/date-input.js';
import type { HistorialEvent } from '@acequia/contracts';
import { useMemo, useState, type FormEvent } from 'react';
import { onDemand } from '../../../components/on-demand.js';
import { DownloadProgress } from '../../../components/download-progress.js';
import { DownloadIcon } from '../../../components/icons.js';
import { Card } from '../../../components/card.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { dayOf } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { OPEN_RANGE, useEarlier, useEventHistory, type Range } from '../api/event-history.js';
import { texts } from '../textos.js';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { CHART_HEIGHT } from './height.js';

// The virtual list is larger than this section, so it loads only when there are rows.
const EventTable = onDemand({ nombre: 'tabla-eventos', load: () => import('./event-table.js'), height: CHART_HEIGHT });

/** The server filters by day; the browser filters again (PANEL-10), because a late answer may belong to another range. */
const within = (range: Range) => (entry: HistorialEvent) => {
  const dia = dayOf(entry.fecha);
  // A row without a readable day is always shown, because the server included it.
  if (dia === null) return true;
  return (!range.desde || dia >= range.desde) && (!range.hasta || dia <= range.hasta);
};

interface Props {
  usuarioId: number;
  empresaId: number | null;
}

/** On/off history of all the person's switches in a range of days, with a CSV export. */
export default function GeneralHistory({ usuarioId, empresaId }: Props) {
  const [range, setRange] = useState(OPEN_RANGE);
  const [inverted, setInverted] = useState(false);
  const connected = useServerThere();
  const download = useDownload('historial.csv_estados');
  const query = useEventHistory(usuarioId, range);
  const { data } = query;
  const failure = neverCame(query);
  const earlier = useEarlier(usuarioId, range, data);
  const events = useMemo(
    () => [...(data ?? []), ...earlier.events].filter(within(range)),
    [data, earlier.events, range],
  );

  const applyFilter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = { desde: String(form.get('desde')), hasta: String(form.get('hasta')) };
    const backwards = Boolean(next.desde && next.hasta && next.desde > next.hasta);
    setInverted(backwards);
    if (!backwards) setRange(next);
  };
  const downloadStates = () =>
    void download.download({ query: { empresa_id: String(empresaId), ...range } }, `estados_empresa_${empresaId}.csv`);

  return (
    <Card>
      <Heading as="h2" size="lg" mb="4">
        {texts.historial}
      </Heading>
      <form onSubmit={applyFilter}>
        <Flex gap="3" align="flex-end" wrap="wrap" mb="4">
          <DateField nombre="desde" text={texts.desde} invalid={inverted} />
          <DateField nombre="hasta" text={texts.hasta} invalid={inverted} />
          <Button type="submit" variant="surface" disabled={!connected}>
            {texts.applyFilter}
          </Button>
          <Button
            variant="outline"
            ms={{ md: 'auto' }}
            onClick={downloadStates}
            disabled={events.length === 0 || !connected || download.downloading}
          >
            {download.downloading ? <Spinner size="sm" /> : <DownloadIcon />} {texts.csvStates}
          </Button>
        </Flex>
        <DownloadProgress {...download} />
        {inverted && (
          <Text role="alert" color="fg.error" mb="3">
            {texts.invertedRange}
          </Text>
        )}
      </form>
      {query.isLoading && !failure ? (
        <Skeleton h={CHART_HEIGHT} aria-busy />
      ) : events.length > 0 ? (
        <EventTable events={events} onEarlier={earlier.load} loading={earlier.loading} />
      ) : (
        <EmptyNotice height={CHART_HEIGHT} text={failure ? texts.historyError : texts.emptyHistory} error={failure} />
      )}
    </Card>
  );
}

function DateField({ nombre, text, invalid }: { nombre: keyof Range; text: string; invalid: boolean }) {
  return (
    <Field.Root w={{ base: 'calc(50% - 6px)', md: '10.5rem' }} invalid={invalid}>
      <Field.Label>{text}</Field.Label>
      <DateInput name={nombre} />
    </Field.Root>
  );
}
