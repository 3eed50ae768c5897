import { magnitudOf, numero, type SensorDia, type SwitchEnVivo } from '@acequia/contracts';
import { Box, Flex, Heading, IconButton, Stack, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Age, useOld } from '../../../components/age.js';
import { DayLine } from '../../../components/day-line.js';
import { StateChip, stateWord } from '../../../components/state-chip.js';
import { LockIcon, ControlsIcon } from '../../../components/icons.js';
import { FirstSteps } from '../../../entities/empresa/first-steps.js';
import { SwitchDialog } from '../../../entities/switch/switch-dialog-on-demand.js';
import { SwitchLine } from '../../../entities/switch/switch-line.js';
import { texts as switchTexts } from '../../../entities/switch/textos.js';
import { Card } from '../../../components/card.js';
import { YesNoChip } from '../../../components/yes-no-chip.js';
import { TextLink } from '../../../components/text-link.js';
import { switchAddress } from '../../../entities/addresses.js';
import type { Column } from '../../../components/table/column.js';
import { DataTable } from '../../../components/table/table.js';
import { withSuffix, yesNo } from '../../../lib/format/format.js';
import { isOld } from '../../../lib/time/freshness.js';
import { useDates, type Dates } from '../../../lib/time/shown-zone.js';
import { useServerThere } from '../../../lib/live/live.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useSensorDays } from '../../../entities/switch/sensor-days.js';
import { texts } from '../textos.js';

const { columns: titles } = texts;
const isFresh = ({ placa_online }: SwitchEnVivo, ts: number | null): boolean =>
  !isOld(ts, serverNow(), placa_online === 1);
/** A CSV cannot draw an outdated state dashed, so the state gets its time; outdated sensor values are left out. */
const stateInCsv = (row: SwitchEnVivo, { dateTimeOf }: Dates): string =>
  row.estado === null || isFresh(row, row.estado_ts)
    ? stateWord(row.estado)
    : `${stateWord(row.estado)} (${dateTimeOf(row.estado_ts)})`;

const columnsOf = (
  onOperate: (id: number) => void,
  days: ReadonlyMap<number, SensorDia> | undefined,
  dates: Dates,
): Column<SwitchEnVivo>[] => [
  { id: 'sitio', title: titles.sitio, value: ({ zona }) => zona, width: '9.5rem', twoLines: true },
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: (row) => <TextLink to={switchAddress(row)}>{row.nombre}</TextLink>,
    width: '9.5rem',
    twoLines: true,
    inCard: 'title',
  },
  { id: 'tipo', title: titles.tipo, value: ({ tipo }) => tipo, width: '5.75rem' },
  { id: 'pin', title: titles.pin, value: (row) => row.hardware_pin, width: '3.5rem' },
  {
    id: 'par',
    title: titles.par,
    value: (row) => (row.par_numero === 2 ? texts.par : texts.individual),
    width: '5.25rem',
  },
  {
    id: 'sensor',
    title: titles.sensor,
    value: (row) => yesNo(row.tiene_sensor),
    cell: (row) => <YesNoChip value={row.tiene_sensor} />,
    width: '5rem',
  },
  {
    id: 'estado',
    title: titles.estado,
    value: ({ estado }) => stateWord(estado),
    inCsv: (row) => stateInCsv(row, dates),
    cell: (row) => <State sw={row} onOperate={onOperate} />,
    width: '15.5rem',
    inCard: 'alone',
  },
  {
    id: 'temperatura',
    title: titles.temperatura,
    value: ({ temperatura }) => temperatura,
    inCsv: (row) => (isFresh(row, row.temperatura_ts ?? row.sensor_ts) ? row.temperatura : null),
    cell: (row) => (
      <Value
        sw={row}
        value={row.temperatura}
        ts={row.temperatura_ts ?? row.sensor_ts}
        magnitud="temperatura"
        day={days?.get(row.id)?.temperatura}
        label={texts.day(titles.temperatura)}
      />
    ),
    width: '8.25rem',
    inCard: 'half',
  },
  {
    id: 'humedad',
    title: titles.humedad,
    value: ({ humedad }) => humedad,
    inCsv: (row) => (isFresh(row, row.humedad_ts ?? row.sensor_ts) ? row.humedad : null),
    cell: (row) => (
      <Value
        sw={row}
        value={row.humedad}
        ts={row.humedad_ts ?? row.sensor_ts}
        magnitud="humedad"
        day={days?.get(row.id)?.humedad}
        label={texts.day(titles.humedad)}
      />
    ),
    width: '8.25rem',
    inCard: 'half',
  },
];

/** Two lines: the state, and its message below. px */
const ROW_HEIGHT = 62;

interface Props {
  empresaId: number;
  /** Undefined while the switches load. */
  switches: readonly SwitchEnVivo[] | undefined;
  /** The switches could not be read, as opposed to there being none. */
  failure: boolean;
}

/** All switches of the company with the reported state, its age and the last order (RES-3). */
export function MonitorTable({ empresaId, switches, failure }: Props) {
  const [openedId, setOpenedId] = useState<number | null>(null);
  const days = useSensorDays(empresaId, switches !== undefined);
  const dates = useDates();
  const columns = useMemo(() => columnsOf(setOpenedId, days, dates), [days, dates]);
  const operated = switches?.find(({ id }) => id === openedId);
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h2" size="lg">
          {texts.monitor}
        </Heading>
        <DataTable
          nombre="monitoreo"
          rows={switches ?? (failure ? [] : undefined)}
          columns={columns}
          unread={failure}
          rowHeight={ROW_HEIGHT}
          keyOf={({ id }) => id}
          empty={switches ? <FirstSteps empresaId={empresaId}>{texts.noSwitches}</FirstSteps> : texts.switchesUnread}
        />
      </Stack>
      {operated && (
        <SwitchDialog
          title={`${operated.zona} - ${operated.nombre}`}
          sw={operated}
          failure={false}
          comandos={`/comandos?switch=${operated.id}`}
          onClose={() => setOpenedId(null)}
        />
      )}
    </Card>
  );
}

function State({ sw, onOperate }: { sw: SwitchEnVivo; onOperate: (id: number) => void }) {
  const old = useOld(sw.estado_ts, useServerThere() && sw.placa_online === 1);
  return (
    <Flex align="center" justify="space-between" gap="2" data-switch={sw.id}>
      <Box minW="0">
        <Flex align="center" gap="2">
          <StateChip estado={sw.estado} old={old} />
          {(sw.bloqueo ?? sw.proteccion) && (
            <Box as="span" color="fg.warning" fontSize="md">
              <LockIcon />
            </Box>
          )}
          {sw.estado_ts !== null && <Age ts={sw.estado_ts} old={old} />}
        </Flex>
        <SwitchLine sw={sw} />
      </Box>
      <IconButton
        variant="ghost"
        size="sm"
        flexShrink="0"
        aria-label={switchTexts.operate(`${sw.zona} - ${sw.nombre}`)}
        onClick={() => onOperate(sw.id)}
      >
        <ControlsIcon />
      </IconButton>
    </Flex>
  );
}

interface ValueProps {
  sw: SwitchEnVivo;
  value: number | null;
  ts: number | null;
  magnitud: 'temperatura' | 'humedad';
  /** Mean of each of the last 24 hours; undefined while unknown. */
  day: readonly (number | null)[] | undefined;
  label: string;
}

/** Least and most, whole unless they differ by less. */
const rangeOf = (values: readonly number[]): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const steps = Math.round(least) === Math.round(most) ? 10 : 1;
  const ends = [least, most].map((one) => numero(Math.round(one * steps) / steps));
  return [...new Set(ends)].join('–');
};

/** A reading, its age and below them its last day. */
function Value({ sw, value, ts, magnitud, day, label }: ValueProps) {
  const known = day?.filter((one) => one !== null) ?? [];
  const old = useOld(ts, useServerThere() && sw.placa_online === 1);
  return (
    <Box lineHeight="1.3">
      <Flex align="baseline" gap="2">
        <Text as="span" fontWeight="600" color={old || value === null ? 'fg.subtle' : 'fg'}>
          {withSuffix(value, ` ${magnitudOf(magnitud).unidad}`)}
        </Text>
        {value !== null && <Age ts={ts} old={old} />}
      </Flex>
      {day && known.length > 0 && (
        <Flex align="center" gap="1" fontSize="2xs" color="fg.muted">
          <DayLine values={day} magnitud={magnitud} narrow label={label} />
          {rangeOf(known)}
        </Flex>
      )}
    </Box>
  );
}
