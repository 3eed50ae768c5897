import type { EnergiaDia } from '@acequia/contracts';
import { Button, Center, Flex, Heading, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { onDemand } from '../../../components/on-demand.js';
import { DownloadProgress } from '../../../components/download-progress.js';
import { DownloadIcon } from '../../../components/icons.js';
import { Card } from '../../../components/card.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { twoDecimals } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useDays } from '../api/centinela.js';
import { isPartial, notesOf, shortDay } from '../lib/day-notes.js';
import { firstDayShown, monthsOf, shortMonth, type EnergyMonth } from '../lib/months.js';
import { texts } from '../textos.js';
import type { EnergyBar } from './day-chart.js';

const DayChart = onDemand({ nombre: 'grafica-dias', load: () => import('./day-chart.js'), height: '240px' });

const BY = ['day', 'month'] as const;

/** kWh of each of the last thirty days, or twelve months, by the meter's own counter, and all data as a CSV. */
export function EnergyPerDay({ id }: { id: number }) {
  const [by, setBy] = useState<(typeof BY)[number]>('day');
  const dates = useDates();
  const today = useByClock((now) => dates.dayOf(now) ?? '');
  const query = useDays(id, by === 'day' ? null : firstDayShown(today));
  const { data: dias } = query;
  const download = useDownload('dispositivos.csv_energia');
  const connected = useServerThere();
  const known = dias?.filter(({ kwh }) => kwh !== null) ?? [];
  const total = known.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0);
  const bars = by === 'day' ? (dias ?? []).map(dayBar) : monthsOf(dias ?? []).map(monthBar);
  return (
    <Card>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
        <Heading as="h2" size="lg">
          {texts.per[by]}
        </Heading>
        <Flex role="group" aria-label={texts.energyBy} gap="1" ms="auto">
          {BY.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === by ? 'solid' : 'outline'}
              aria-pressed={one === by}
              onClick={() => setBy(one)}
            >
              {texts.by[one]}
            </Button>
          ))}
        </Flex>
        <Button
          variant="outline"
          disabled={download.downloading || !connected}
          onClick={() =>
            void download.download({ params: { id: String(id) }, query: {} }, `energia_dispositivo_${id}.csv`)
          }
        >
          {download.downloading ? <Spinner size="sm" /> : <DownloadIcon />} {texts.csv}
        </Button>
      </Flex>
      <DownloadProgress {...download} />
      {download.failure && (
        <Text role="alert" color="fg.warning" mb="4">
          {texts.csvFailed}
        </Text>
      )}
      {!dias && !neverCame(query) ? (
        <Skeleton h="240px" />
      ) : known.length === 0 ? (
        <Center h="240px" color="fg.muted">
          <Text>{dias ? texts.noHistory : texts.historyError}</Text>
        </Center>
      ) : (
        <Stack gap="3">
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {texts.totalKwh[by](twoDecimals(total))}
          </Text>
          <DayChart bars={bars} label={texts.per[by]} />
          <Text fontSize="xs" color="fg.muted">
            {texts.incompleto[by]}
          </Text>
          {(by === 'day' ? dias : [])?.flatMap((dia) =>
            notesOf(dia).map((note) => (
              <Text key={`${dia.fecha} ${note}`} fontSize="xs" color="fg.muted">
                {texts.noteOfDay(shortDay(dia.fecha), note)}
              </Text>
            )),
          )}
        </Stack>
      )}
    </Card>
  );
}

const dayBar = (dia: EnergiaDia): EnergyBar => ({
  label: shortDay(dia.fecha),
  kwh: dia.kwh,
  partial: isPartial(dia),
  notes: notesOf(dia),
});

const monthBar = ({ mes, kwh, partial }: EnergyMonth): EnergyBar => ({
  label: shortMonth(mes),
  kwh,
  partial,
  notes: partial ? [texts.partialMonth] : [],
});
