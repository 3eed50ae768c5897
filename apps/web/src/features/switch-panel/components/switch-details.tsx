import type { SwitchEnVivo } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.js';
import { DetailHeading } from '../../../components/detail.js';
import { ZoneNote } from '../../../components/zone-note.js';
import { OpenAvisos } from '../../../entities/aviso/open-avisos.js';
import { reglasOf } from '../../../entities/regla/reglas.js';
import { TurnOnProvider } from '../../../entities/switch/turn-on.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useControls, useTurnos } from '../api/turnos.js';
import { lastDays, useWho } from '../../../entities/switch/who/who.js';
import { useCanvasColors } from '../../../lib/canvas-colors.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import type { Change } from '../lib/face.js';
import type { Interval } from '../../../entities/switch/who/intervals.js';
import { ACTORS, actorSpans } from '../../../entities/switch/who/actors.js';
import { liveMeasurement } from '../lib/measurement.js';
import { pairsOf, sensorOf } from '../lib/pairs.js';
import { ruleBands } from '../lib/rule-bands.js';
import { stateSentence } from '../lib/state-sentence.js';
import { RANGES, type Range } from '../lib/window.js';
import { texts } from '../textos.js';
import { ActorLegend } from '../../../entities/switch/who/actor-legend.js';
import { DialogOnDemand } from './dialog-on-demand.js';
import { NightCard } from './night-card.js';
import { RangeHistory } from './range-history.js';
import { Ranges } from './ranges.js';
import { SensorCsv } from './sensor-csv.js';
import { SwitchCell } from './switch-cell.js';
import { TurnosUnread } from './turnos-unread.js';
import { WhoTable } from './who-table.js';

interface Props {
  sw: SwitchEnVivo;
  /** Those of its panel: the sensor may be its pair's. */
  switches: readonly SwitchEnVivo[];
  /** Null = of the person's switches. */
  empresaId: number | null;
  /** Where the commands of a switch are listed. */
  comandosOf: (switchId: number) => string;
  /** Further links beside its name. */
  children?: ReactNode;
}

/** One switch, for every role: its state and buttons, last night's values, its times on above the sensor's lines, and who turned it on. */
export function SwitchDetails(props: Props) {
  const turnos = useTurnos(props.empresaId);
  return (
    <TurnOnProvider turnos={turnos}>
      <DialogOnDemand switches={props.switches} comandosOf={props.comandosOf}>
        <Details {...props} />
      </DialogOnDemand>
    </TurnOnProvider>
  );
}

const WEEK_DAYS = 7;
/** Days that the chart's ranges touch. */
const DAYS: Readonly<Record<Range, number>> = { day: 2, week: 8, month: 31, year: 366 };
const COLORS = ACTORS.map((actor) => `chart.${actor}` as const);

/** The newest change of state that a time on tells of. */
const changeOf = (last: Interval | undefined): Change | undefined => {
  const ts = last && (last.hasta ?? last.desde);
  return ts === null || ts === undefined ? undefined : { estado: last?.hasta === null ? 1 : 0, ts };
};

function Details({ sw, switches, empresaId, comandosOf, children }: Props) {
  const connected = useServerThere();
  const turnos = useTurnos(empresaId);
  const controls = useControls(empresaId);
  const [range, setRange] = useState<Range>('day');
  const minute = useByClock((now) => Math.floor(now / 60_000));
  const pair = pairsOf(switches).find(({ sw1, sw2 }) => sw1.id === sw.id || sw2?.id === sw.id);
  const sensor = pair ? sensorOf(pair) : sw;
  const hasSensor = sensor.tiene_sensor === 1;
  const control = controls.get(sw.id);
  const reglas = useQuery({ ...reglasOf(empresaId), enabled: hasSensor });
  const bands = useMemo(() => ruleBands(reglas.data ?? [], sensor.id), [reglas.data, sensor.id]);
  const dates = useDates();
  const now = minute * 60_000;
  const week = useWho(sw.id, lastDays(now, WEEK_DAYS, dates), dates.zone);
  const month = useWho(sw.id, lastDays(now, DAYS.month, dates), dates.zone, range === 'month');
  const last = week.data?.[0];
  const begin = now - RANGES[range];
  const spans = actorSpans((range === 'month' ? month : week).data ?? [], begin, now).filter(
    ({ hasta }) => hasta >= begin,
  );
  const colors = useCanvasColors(COLORS);
  const bars = spans.map((one) => ({ ...one, color: colors[ACTORS.indexOf(one.actor)] ?? '' }));
  return (
    <>
      <DetailHeading title={sw.nombre} subtitle={sw.zona}>
        <Button variant="outline" size="sm" asChild>
          <Link to={comandosOf(sw.id)}>{texts.comandos}</Link>
        </Button>
        {children}
      </DetailHeading>
      <ZoneNote />
      <Card>
        <Text fontSize="lg" fontWeight="600" mb="2" data-estado>
          {stateSentence(sw, last, now, dates)}
        </Text>
        <SwitchCell
          sw={sw}
          connected={connected}
          withSensor={hasSensor}
          turnos={turnos}
          control={control?.quien === 'persona' ? undefined : control}
          change={changeOf(last)}
          named={false}
        />
        <TurnosUnread empresaId={empresaId} />
      </Card>
      <OpenAvisos of={({ switch_id }) => switch_id === sw.id} />
      {hasSensor && <NightCard switchId={sensor.id} />}
      <Card>
        <Flex gap="3" wrap="wrap" justify="space-between" align="flex-start">
          <Ranges range={range} ranges={['day', 'week', 'month']} onRange={setRange} disabled={!connected} />
          {hasSensor && (
            <Flex gap="2" wrap="wrap" justify="flex-end" ms="auto">
              <SensorCsv switchId={sensor.id} days={lastDays(now, DAYS[range], dates)} />
            </Flex>
          )}
        </Flex>
        <ActorLegend actors={ACTORS.filter((actor) => spans.some((one) => one.actor === actor))} />
        <RangeHistory
          key={`${sensor.id}|${range}`}
          switchId={sensor.id}
          range={range}
          live={liveMeasurement(sensor)}
          noSensor={!hasSensor}
          turns={bars}
          bands={bands}
        />
      </Card>
      <WhoTable switchId={sw.id} nombre={`${sw.zona} - ${sw.nombre}`} />
    </>
  );
}
