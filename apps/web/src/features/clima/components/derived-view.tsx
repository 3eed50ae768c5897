import type { DerivadosDia } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Skeleton, Spinner, Stack, Table, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { Unread } from '../../../components/unread.js';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Options, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { DownloadIcon } from '../../../components/icons.js';
import { useAddress } from '../../../lib/address.js';
import { dayOf, withSuffix } from '../../../lib/format/format.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { numberIn } from '../../../lib/format/number.js';
import { useDownload } from '../../../lib/http/use-download.js';
import { useByClock } from '../../../lib/time/clock.js';
import { dayAfter } from '../../../lib/time/zone.js';
import { useDerived } from '../api/clima.js';
import { texts } from '../textos.js';

const { derived: t } = texts;
const HEIGHT = '9rem';
const DAYS = 14;
const BASE = '10';
const BASE_FORM = /^([0-2]?\d(\.\d)?|30)$/;

interface Props {
  sensors: readonly { id: number; nombre: string }[];
  timeZone: string;
}

const one = (value: number | null): string => (value === null ? texts.never : withSuffix(value, ''));
const two = (value: number | null): string => (value === null ? texts.never : value.toFixed(2));
const dayText = (fecha: string): string => fecha.slice(0, 10).split('-').reverse().join('/');
const sumOf = (days: readonly DerivadosDia[], value: (day: DerivadosDia) => number | null): string => {
  const known = days.flatMap((day) => value(day) ?? []);
  return known.length === 0
    ? texts.never
    : withSuffix(
        known.reduce((sum, each) => sum + each, 0),
        '',
      );
};

const COLUMNS: readonly { title: string; value: (day: DerivadosDia) => string; wide?: boolean }[] = [
  {
    title: t.columns.minMax,
    value: ({ temperatura_min, temperatura_max }) => `${one(temperatura_min)} / ${one(temperatura_max)}`,
  },
  { title: t.columns.media, value: ({ temperatura_media }) => one(temperatura_media), wide: true },
  { title: t.columns.humedad, value: ({ humedad_media }) => one(humedad_media), wide: true },
  { title: t.columns.dpv, value: ({ dpv_medio }) => two(dpv_medio) },
  { title: t.columns.rocio, value: ({ punto_rocio_medio }) => one(punto_rocio_medio), wide: true },
  { title: t.columns.grados, value: ({ grados_dia }) => one(grados_dia), wide: true },
  { title: t.columns.frio, value: ({ horas_frio }) => one(horas_frio), wide: true },
  { title: t.columns.et0, value: ({ et0_mm }) => one(et0_mm) },
];
const wideOnly = { display: { base: 'none', md: 'table-cell' }, _print: { display: 'table-cell' } } as const;

/** Daily values derived from one sensor, one row per day. */
export function DerivedView({ sensors, timeZone }: Props) {
  const { params, change } = useAddress();
  const today = useByClock((now) => dayOf(now, timeZone) ?? '');
  const sensor = sensors.find(({ id }) => String(id) === params.get('sensor')) ?? sensors[0];
  const hasta = params.get('hasta') ?? today;
  const desde = params.get('desde') ?? dayAfter(hasta, 1 - DAYS);
  const asked = params.get('base') ?? BASE;
  const base = BASE_FORM.test(asked) ? asked : BASE;
  const query = sensor ? { switch_id: String(sensor.id), desde, hasta, base } : null;
  const reading = useDerived(query);
  const { data } = reading;
  const csv = useDownload('clima.csv_derivados');
  const known = data?.some(
    ({ temperatura_media, humedad_media }) => temperatura_media !== null || humedad_media !== null,
  );
  const byStation = data?.filter(({ et0_metodo }) => et0_metodo === 'penman_monteith').length ?? 0;
  if (!sensor || !query) return <EmptyNotice height={HEIGHT} text={texts.noSensors} />;
  return (
    <Stack gap="4">
      <Heading as="h2" size="lg">
        {t.title}
      </Heading>
      <Flex gap="3" wrap="wrap" align="flex-end">
        <Box w={{ base: 'full', sm: '20rem' }}>
          <FormField label={t.sensor}>
            <Select value={sensor.id} onChange={({ target }) => change({ sensor: target.value })}>
              <Options from={sensors} chosen={sensor.id} />
            </Select>
          </FormField>
        </Box>
        <Box w="10rem">
          <FormField label={t.desde}>
            <DateInput value={desde} max={hasta} onChange={({ target }) => change({ desde: target.value })} />
          </FormField>
        </Box>
        <Box w="10rem">
          <FormField label={t.hasta}>
            <DateInput value={hasta} onChange={({ target }) => change({ hasta: target.value })} />
          </FormField>
        </Box>
        <Box w="12rem">
          <FormField label={t.base}>
            <NumberInput
              defaultValue={base}
              onChange={({ target }) => {
                const written = String(numberIn(target.value));
                if (BASE_FORM.test(written)) change({ base: written });
              }}
            />
          </FormField>
        </Box>
        <Button
          variant="outline"
          ms="auto"
          disabled={csv.downloading}
          onClick={() => void csv.download({ query }, `clima_${sensor.id}_${desde}_${hasta}.csv`)}
        >
          {csv.downloading ? <Spinner size="sm" /> : <DownloadIcon />} {t.csv}
        </Button>
      </Flex>
      {csv.failure && (
        <Text role="alert" color="fg.warning">
          {t.csvFailed}
        </Text>
      )}
      {isUnread(reading) && (
        <Unread
          text={[t.failure, reading.failureReason?.message].filter(Boolean).join(' ')}
          onRetry={reading.refetch}
        />
      )}
      {!data && !isUnread(reading) && <Skeleton h={HEIGHT} aria-busy />}
      {data && !known && <EmptyNotice height={HEIGHT} text={t.empty} />}
      {data && known && (
        <>
          <Text fontVariantNumeric="tabular-nums">
            {t.sums(
              sumOf(data, ({ grados_dia }) => grados_dia),
              sumOf(data, ({ horas_frio }) => horas_frio),
              sumOf(data, ({ et0_mm }) => et0_mm),
            )}
            {byStation > 0 && ` ${t.measured(byStation)}`}
          </Text>
          <Box borderWidth="1px" rounded="md" overflowX="auto">
            <Table.Root size="sm">
              <Table.Header>
                <Table.Row>
                  <Table.ColumnHeader>{t.columns.fecha}</Table.ColumnHeader>
                  {COLUMNS.map(({ title, wide }) => (
                    <Table.ColumnHeader key={title} textAlign="end" {...(wide && wideOnly)}>
                      {title}
                    </Table.ColumnHeader>
                  ))}
                </Table.Row>
              </Table.Header>
              <Table.Body>
                {data.map((day) => (
                  <Table.Row key={day.fecha}>
                    <Table.Cell whiteSpace="nowrap">{dayText(day.fecha)}</Table.Cell>
                    {COLUMNS.map(({ title, value, wide }) => (
                      <Table.Cell
                        key={title}
                        textAlign="end"
                        whiteSpace="nowrap"
                        fontVariantNumeric="tabular-nums"
                        {...(wide && wideOnly)}
                      >
                        {value(day)}
                      </Table.Cell>
                    ))}
                  </Table.Row>
                ))}
              </Table.Body>
            </Table.Root>
          </Box>
          <Text fontSize="sm" color="fg.muted" maxW="90ch">
            {t.sources}
          </Text>
        </>
      )}
    </Stack>
  );
}
