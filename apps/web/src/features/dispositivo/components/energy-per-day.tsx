import { Button, Center, Flex, Heading, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { onDemand } from '../../../components/on-demand.js';
import { DownloadProgress } from '../../../components/download-progress.js';
import { DownloadIcon } from '../../../components/icons.js';
import { Card } from '../../../components/card.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { twoDecimals } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useDays } from '../api/centinela.js';
import { notesOf, shortDay } from '../lib/day-notes.js';
import { texts } from '../textos.js';

const DayChart = onDemand({ nombre: 'grafica-dias', load: () => import('./day-chart.js'), height: '240px' });

/** kWh of each of the last thirty days by the meter's own counter, and all data as a CSV. */
export function EnergyPerDay({ id }: { id: number }) {
  const query = useDays(id);
  const { data: dias } = query;
  const download = useDownload('dispositivos.csv_energia');
  const connected = useServerThere();
  const known = dias?.filter(({ kwh }) => kwh !== null) ?? [];
  const total = known.reduce((sum, { kwh }) => sum + (kwh ?? 0), 0);
  return (
    <Card>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
        <Heading as="h2" size="lg">
          {texts.perDay}
        </Heading>
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
            {texts.totalKwh(twoDecimals(total))}
          </Text>
          <DayChart dias={dias ?? []} />
          <Text fontSize="xs" color="fg.muted">
            {texts.incompleto}
          </Text>
          {dias?.flatMap((dia) =>
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
