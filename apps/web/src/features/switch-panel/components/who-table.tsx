import { duration, numero } from '@acequia/contracts';
import { Field, Flex, Heading, Text } from '@chakra-ui/react';
import { DateInput } from '../../../components/form/date-input.js';
import { useMemo, useState } from 'react';
import { Card } from '../../../components/card.js';
import { EmptyNotice } from '../../../components/empty-notice.js';
import type { Column } from '../../../components/table/column.js';
import { DataTable } from '../../../components/table/table.js';
import type { Interval } from '../../../entities/switch/who/intervals.js';
import { lastDays, useWho } from '../../../entities/switch/who/who.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDaysOfAddress } from '../../../lib/time/days-of-address.js';
import { type Dates, useDates } from '../../../lib/time/shown-zone.js';
import { sumOf, takenBy, type Taken } from '../lib/taken.js';
import { texts } from '../textos.js';

const { who: t } = texts;
const WEEK_DAYS = 7;

interface Row extends Taken {
  key: string;
  desde: number | null;
  hasta: number | null;
  quien: string | null;
}

const rowsOf = (intervals: readonly Interval[], now: number): Row[] =>
  intervals.map((one) => ({
    key: `${one.desde}-${one.hasta}`,
    desde: one.desde,
    hasta: one.hasta,
    quien: one.by?.who ?? null,
    ...takenBy(one, now),
  }));

const fixed = (value: number | null, decimals: number): string =>
  value === null ? t.unknown : numero(Number(value.toFixed(decimals)));

const volume = ({ m3, estimated }: Pick<Taken, 'm3' | 'estimated'>): string =>
  `${estimated ? t.about : ''}${fixed(m3, 2)}`;

const columnsOf = ({ dateTimeOf }: Dates): Column<Row>[] => [
  {
    id: 'desde',
    title: t.columns.desde,
    value: ({ desde }) => desde,
    inCsv: ({ desde }) => dateTimeOf(desde),
    cell: ({ desde }) => (desde === null ? t.before : dateTimeOf(desde)),
    width: '10rem',
    inCard: 'title',
  },
  {
    id: 'hasta',
    title: t.columns.hasta,
    value: ({ hasta }) => hasta ?? Infinity,
    inCsv: ({ hasta }) => dateTimeOf(hasta),
    cell: ({ hasta }) => (hasta === null ? t.on : dateTimeOf(hasta)),
    width: '10rem',
  },
  { id: 'quien', title: t.columns.quien, value: ({ quien }) => quien ?? t.unknown, width: '15rem' },
  {
    id: 'minutos',
    title: t.columns.minutos,
    value: ({ minutes }) => minutes,
    inCsv: ({ minutes }) => (minutes === null ? null : Math.round(minutes * 10) / 10),
    cell: ({ minutes }) => (minutes === null ? t.unknown : duration(minutes)),
    width: '7rem',
    alignEnd: true,
  },
  {
    id: 'm3',
    title: t.columns.m3,
    value: ({ m3 }) => m3,
    cell: (row) => volume(row),
    width: '6rem',
    alignEnd: true,
  },
  {
    id: 'kwh',
    title: t.columns.kwh,
    value: ({ kwh }) => kwh,
    cell: ({ kwh }) => fixed(kwh, 2),
    width: '6rem',
    alignEnd: true,
  },
];

const keyOf = ({ key }: Row): string => key;

/** Who turned a switch on, from when to when, and what that took; any days, with a CSV. */
export function WhoTable({ switchId, nombre }: { switchId: number; nombre: string }) {
  const dates = useDates();
  const minute = useByClock((now) => Math.floor(now / 60_000));
  const [chosen, setChosen] = useState(useDaysOfAddress());
  const week = lastDays(minute * 60_000, WEEK_DAYS, dates);
  const today = week.hasta;
  const days = chosen ?? week;
  // The days of a date field that is being typed are no question yet.
  const asked = days.desde !== '' && days.desde <= days.hasta ? days : null;
  const reading = useWho(switchId, asked ?? { desde: today, hasta: today }, dates.zone);
  // Those of other days stand for none of these.
  const intervals = reading.isPlaceholderData ? undefined : reading.data;
  const rows = useMemo(() => intervals && rowsOf(intervals, minute * 60_000), [intervals, minute]);
  const sum = sumOf(rows ?? []);
  // What nothing measures has no column.
  const [noM3, noKwh] = [sum.m3 === null, sum.kwh === null];
  const columns = useMemo(
    () => columnsOf(dates).filter(({ id }) => !(id === 'm3' && noM3) && !(id === 'kwh' && noKwh)),
    [dates, noM3, noKwh],
  );
  const failure = neverCame(reading);
  return (
    <Card data-quien>
      <Heading as="h2" size="lg" mb="3">
        {t.title}
      </Heading>
      <Flex gap="3" wrap="wrap" mb="3">
        {(['desde', 'hasta'] as const).map((which) => (
          <Field.Root key={which} w={{ base: 'calc(50% - 6px)', md: '10.5rem' }} invalid={asked === null}>
            <Field.Label>{t.columns[which]}</Field.Label>
            <DateInput
              value={days[which]}
              max={today}
              onChange={({ target }) => setChosen({ ...days, [which]: target.value })}
            />
          </Field.Root>
        ))}
      </Flex>
      {asked === null && (
        <Text role="alert" color="fg.error" mb="3">
          {texts.invertedRange}
        </Text>
      )}
      {rows && rows.length > 0 && (
        <Text mb="3" fontWeight="600" data-suma>
          {t.sum(
            rows.length,
            sum.minutes === null ? null : duration(sum.minutes),
            sum.m3 === null ? null : volume(sum),
            sum.kwh === null ? null : fixed(sum.kwh, 2),
          )}
        </Text>
      )}
      <DataTable
        nombre={t.file(nombre)}
        rows={asked ? (rows ?? (failure ? [] : undefined)) : []}
        columns={columns}
        keyOf={keyOf}
        unread={failure}
        empty={<EmptyNotice height="5rem" text={failure ? texts.historyError : t.none} error={failure} />}
      />
    </Card>
  );
}
