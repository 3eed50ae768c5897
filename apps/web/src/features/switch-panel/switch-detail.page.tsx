import type { SwitchEnVivo } from '@acequia/contracts';
import { Button, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Card } from '../../components/card.js';
import { BackIcon } from '../../components/icons.js';
import { ZoneNote } from '../../components/zone-note.js';
import { EmptyNotice } from '../../components/empty-notice.js';
import { TurnOnProvider } from '../../entities/switch/turn-on.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useServerThere } from '../../lib/live/live.js';
import { dayOf } from '../../lib/format/format.js';
import { readUsuario } from '../../lib/session.js';
import { useByClock } from '../../lib/time/clock.js';
import { useCommandsOfSwitch, useEventsOfSwitch, useTurnosOfSwitch } from './api/one-switch.js';
import { useSwitchesOfUsuario } from './api/switches-of-usuario.js';
import { useControls, useTurnos } from './api/turnos.js';
import { DialogOnDemand } from './components/dialog-on-demand.js';
import { IntervalList, MOST_INTERVALS } from './components/interval-list.js';
import { NightCard } from './components/night-card.js';
import { RangeHistory } from './components/range-history.js';
import { Ranges } from './components/ranges.js';
import { SwitchCell } from './components/switch-cell.js';
import { TurnosUnread } from './components/turnos-unread.js';
import { intervalsOf } from './lib/intervals.js';
import { liveMeasurement } from './lib/measurement.js';
import { pairsOf, sensorOf } from './lib/pairs.js';
import type { Range } from './lib/window.js';
import { texts } from './textos.js';

/** One switch: its state, last night's values, its times on above the sensor's lines, and who turned it on. */
export function Component() {
  const id = Number(useParams()['id']);
  const usuarioId = readUsuario()?.id ?? 0;
  useLiveTurnos();
  const switches = useSwitchesOfUsuario(usuarioId);
  const turnos = useTurnos();
  const sw = switches.data?.find((one) => one.id === id && Boolean(one.activo));
  return (
    <Stack gap="5">
      <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3">
        <Link to="/panel/switch">
          <BackIcon /> {texts.detail.back}
        </Link>
      </Button>
      {sw ? (
        <TurnOnProvider turnos={turnos}>
          <DialogOnDemand switches={switches.data ?? []}>
            <Details key={id} sw={sw} switches={switches.data ?? []} usuarioId={usuarioId} />
          </DialogOnDemand>
        </TurnOnProvider>
      ) : switches.data || neverCame(switches) ? (
        <EmptyNotice
          height="7rem"
          text={switches.data ? texts.detail.notFound : texts.firstListError}
          error={!switches.data}
        />
      ) : (
        <Skeleton h="40" rounded="lg" />
      )}
    </Stack>
  );
}

interface DetailsProps {
  sw: SwitchEnVivo;
  switches: readonly SwitchEnVivo[];
  usuarioId: number;
}

function Details({ sw, switches, usuarioId }: DetailsProps) {
  const connected = useServerThere();
  const turnos = useTurnos();
  const controls = useControls();
  const events = useEventsOfSwitch(usuarioId, sw.id);
  const comandos = useCommandsOfSwitch(sw.id);
  const [range, setRange] = useState<Range>('day');
  const minute = useByClock((now) => Math.floor(now / 60_000));
  const pair = pairsOf(switches).find(({ sw1, sw2 }) => sw1.id === sw.id || sw2?.id === sw.id);
  const sensor = pair ? sensorOf(pair) : sw;
  const hasSensor = sensor.tiene_sensor === 1;
  const ends = events.data && intervalsOf(events.data, []).slice(0, MOST_INTERVALS).at(-1);
  const oldest = ends ? dayOf(ends.desde ?? ends.hasta ?? 0) : null;
  const ran = useTurnosOfSwitch(sw.id, oldest);
  const intervals = events.data && intervalsOf(events.data, comandos.data ?? [], ran.data);
  const newest = events.data?.[0];
  const turns = (intervals ?? []).flatMap(({ desde, hasta }) =>
    desde === null ? [] : [{ desde, hasta: hasta ?? Math.max(desde, minute * 60_000) }],
  );
  return (
    <>
      <Heading as="h1" size={{ base: 'xl', md: '2xl' }} overflowWrap="anywhere">
        {sw.nombre}
        <Text as="span" display="block" fontSize="sm" fontFamily="body" fontWeight="500" color="fg.muted">
          {sw.zona}
        </Text>
      </Heading>
      <ZoneNote />
      <Card>
        <SwitchCell
          sw={sw}
          connected={connected}
          withSensor={hasSensor}
          turnos={turnos}
          control={controls.get(sw.id)}
          change={newest && { estado: newest.estado, ts: Date.parse(newest.fecha) }}
          named={false}
        />
        <TurnosUnread />
      </Card>
      {hasSensor && <NightCard switchId={sensor.id} />}
      <Card>
        <Ranges range={range} ranges={['day', 'week', 'month']} onRange={setRange} disabled={!connected} />
        <RangeHistory
          key={`${sensor.id}|${range}`}
          switchId={sensor.id}
          range={range}
          live={liveMeasurement(sensor)}
          noSensor={!hasSensor}
          turns={turns}
        />
      </Card>
      <Card>
        <Heading as="h2" size="lg" mb="3">
          {texts.detail.intervals}
        </Heading>
        {intervals ? (
          <IntervalList intervals={intervals} />
        ) : neverCame(events) ? (
          <EmptyNotice height="5rem" text={`${texts.unread} ${texts.historyError}`} error />
        ) : (
          <Skeleton h="20" />
        )}
      </Card>
      <Flex>
        <Button variant="outline" asChild>
          <Link to={`/panel/comandos?switch=${sw.id}`}>{texts.comandos}</Link>
        </Button>
      </Flex>
    </>
  );
}
