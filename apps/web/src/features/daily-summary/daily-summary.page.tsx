import { duration, type Aviso, type DailySummary } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Heading, List, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { EmptyNotice } from '../../components/empty-notice.js';
import { DateInput } from '../../components/form/date-input.js';
import { FormField } from '../../components/form/fields.js';
import { Page } from '../../components/page.js';
import { AvisosNav } from '../../entities/aviso/avisos-nav.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useAddress } from '../../lib/address.js';
import { dateTimeOf, dayOf, timeOf, twoDecimals, withSuffix } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { useDay } from './api/summary.js';
import { cityOf } from '../../lib/time/zone-name.js';
import { texts } from './textos.js';

const HEIGHT = '16rem';
const EXTREMES = ['temperatura_max', 'temperatura_min', 'humedad_max', 'humedad_min'] as const;

/** The summary of a company's day, on one page that prints well. */
export function Component() {
  const choice = useChosenEmpresa();
  const { params, change } = useAddress();
  const day = useDay(choice.empresaId, params.get('dia') ?? '');
  return (
    <Page title={texts.title} beside={<AvisosNav />}>
      <Flex columnGap="6" rowGap="3" wrap="wrap" align="center">
        {day.data && <DayTitle day={day.data} />}
        <Flex gap="3" wrap="wrap" align="flex-end" ms={{ lg: 'auto' }} _print={{ display: 'none' }}>
          <Box w={{ base: 'full', sm: '14rem' }}>
            <FormField label={texts.day} inRow>
              <DateInput
                value={day.data?.dia ?? params.get('dia') ?? ''}
                max={dayOf(serverNow()) ?? ''}
                onChange={({ target }) => change({ dia: target.value }, true)}
              />
            </FormField>
          </Box>
          <Button variant="outline" disabled={!day.data} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </Flex>
      </Flex>
      {day.data ? (
        <Day day={day.data} />
      ) : neverCame(day) || choice.failure ? (
        <EmptyNotice height={HEIGHT} text={texts.noRead} error />
      ) : (
        <Skeleton h={HEIGHT} aria-busy />
      )}
    </Page>
  );
}

/** Null when a value is unknown, because the sum would be wrong. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

const NOTES = ['incompleto', 'reinicio', 'lectura_omitida'] as const;
const notesOf = (one: DailySummary['energia'][number]): string[] =>
  NOTES.flatMap((note) => (one[note] ? [texts.notes[note]] : []));

const DayTitle = ({ day: { empresa, dia, zona_horaria, en_curso } }: { day: DailySummary }) => (
  <Flex columnGap="3" wrap="wrap" align="baseline" minW="0">
    <Heading as="h2" size="lg" overflowWrap="anywhere">
      {texts.of(empresa, dia.split('-').reverse().join('/'))}
    </Heading>
    <Text color="fg.muted" fontSize="sm">
      {texts.zone(cityOf(zona_horaria))}
    </Text>
    {en_curso && <Text color="fg.warning">{texts.underWay}</Text>}
  </Flex>
);

function Day({ day }: { day: DailySummary }) {
  const { zona_horaria, riego, energia, extremos, incidentes, abiertos } = day;
  const kwh = sumOf(energia.map((one) => one.kwh));
  const cost = sumOf(energia.map((one) => one.costo));
  return (
    <Stack gap="6">
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" css={{ '@media print': { gridTemplateColumns: '1fr 1fr' } }}>
        <Part title={texts.riego}>
          <Figures
            titles={Object.values(texts.riegoColumns)}
            empty={texts.noRiego}
            rows={riego.map(({ zona, nombre, minutos, minutos_sin_datos }) => [
              `${zona} - ${nombre}`,
              minutos === null ? texts.unknown : duration(Math.round(minutos)),
              duration(Math.round(minutos_sin_datos)),
            ])}
          />
        </Part>
        <Stack gap="6">
          <Part title={texts.energia}>
            <Figures
              titles={Object.values(texts.energiaColumns)}
              empty={texts.noEnergia}
              rows={[
                ...energia.map((one) => [
                  one.nombre,
                  texts.withNotes(twoDecimals(one.kwh), one.kwh === null ? [] : notesOf(one)),
                  twoDecimals(one.costo),
                ]),
                ...(energia.length > 1 ? [[texts.total, twoDecimals(kwh), twoDecimals(cost)]] : []),
              ]}
            />
            {energia.some(({ kwh, costo: price }) => kwh !== null && price === null) && (
              <Text color="fg.muted" fontSize="sm" mt="1">
                {texts.noTarifa}
              </Text>
            )}
          </Part>
          <Part title={texts.extremos}>
            <SimpleGrid as="dl" columns={2} gap="3">
              {EXTREMES.map((which) => {
                const one = extremos[which];
                return (
                  <Box key={which} minW="0">
                    <Text as="dt" fontSize="xs" color="fg.muted">
                      {texts.extremosNames[which]}
                    </Text>
                    <Text as="dd" fontWeight="600" fontVariantNumeric="tabular-nums">
                      {one === null ? texts.unknown : withSuffix(one.valor, texts.units[which])}
                    </Text>
                    {one && (
                      <Text as="dd" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                        {texts.at(`${one.zona} - ${one.nombre}`, timeOf(one.ts, zona_horaria))}
                      </Text>
                    )}
                  </Box>
                );
              })}
            </SimpleGrid>
          </Part>
        </Stack>
      </SimpleGrid>
      <Part title={texts.incidentes}>
        <Incidents avisos={incidentes} empty={texts.noIncidentes} zone={zona_horaria} />
      </Part>
      <Part title={texts.abiertos}>
        <Incidents avisos={abiertos} empty={texts.noneOpen} zone={zona_horaria} />
      </Part>
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box as="section" minW="0">
    <Heading as="h3" size="md" mb="2">
      {title}
    </Heading>
    {children}
  </Box>
);

interface FiguresProps {
  titles: readonly string[];
  rows: readonly (readonly string[])[];
  empty: string;
}

/** A plain table without a scroll area, so that a print shows all of it. */
function Figures({ titles, rows, empty }: FiguresProps) {
  if (rows.length === 0) return <Text color="fg.muted">{empty}</Text>;
  return (
    <chakra.table w="full" css={{ '& th, & td': { py: '1', pe: '3', textAlign: 'start', borderBottomWidth: '1px' } }}>
      <thead>
        <tr>
          {titles.map((title) => (
            <chakra.th key={title} fontSize="xs" color="fg.muted" fontWeight="600">
              {title}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <chakra.tr key={row} css={{ breakInside: 'avoid' }}>
            {cells.map((cell, column) => (
              <chakra.td
                key={titles[column]}
                overflowWrap="anywhere"
                fontVariantNumeric="tabular-nums"
                whiteSpace={column > 0 ? 'nowrap' : undefined}
              >
                {cell}
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function Incidents({ avisos, empty, zone }: { avisos: readonly Aviso[]; empty: string; zone: string }) {
  if (avisos.length === 0) return <Text color="fg.muted">{empty}</Text>;
  return (
    <List.Root ps="5">
      {avisos.map(({ id, texto, desde, hasta }) => (
        <List.Item key={id} overflowWrap="anywhere" css={{ breakInside: 'avoid' }}>
          {texto}{' '}
          <chakra.span color="fg.muted">
            ({texts.incident(dateTimeOf(desde, zone), hasta === null ? null : dateTimeOf(hasta, zone))})
          </chakra.span>
        </List.Item>
      ))}
    </List.Root>
  );
}
