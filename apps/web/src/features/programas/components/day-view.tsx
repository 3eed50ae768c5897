import type { Programa, Turno } from '@acequia/contracts';
import { Flex, Heading, Skeleton, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { Unread } from '../../../components/unread.js';
import { turnosOf } from '../../../entities/programa/turnos.js';
import { useAddress } from '../../../lib/address.js';
import { dayOf } from '../../../lib/format/format.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { useByClock } from '../../../lib/time/clock.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { dayAfter, startOfDay } from '../../../lib/time/zone.js';
import { usePreview } from '../api/programas.js';
import { fitting, reaches, wholeDay, type Window } from '../lib/day-window.js';
import { objetoOf } from '../lib/lanes.js';
import { isStep, onItsDay, rescheduled, toSave, withinDay, type Shift } from '../lib/reschedule.js';
import { texts } from '../textos.js';
import { ChangeBar, type Scope } from './change-bar.js';
import type { SensorOption } from './conditions-field.js';
import { DayOthers, type NamedSwitch } from './day-others.js';
import { DayPicker } from './day-picker.js';
import { Gantt, type Grip } from './gantt.js';
import { SensorStrip } from './sensor-strip.js';
import { TurnoList } from './turno-list.js';
import { WindowButtons } from './window-buttons.js';

const { day: t } = texts;
const HEIGHT = '9rem';
const FIXED: Grip = { canMove: false, canStretch: false };

interface Props {
  /** Null = the person's own company. */
  empresaId: number | null;
  timeZone: string;
  programas: readonly Programa[];
  nameOf: (objeto: string) => string;
  sensors: readonly SensorOption[];
  switches: readonly NamedSwitch[];
  /** Turns can be dragged, because the person may save their programs. */
  editable?: boolean;
}

interface Change {
  turno: Turno;
  shift: Shift;
  scope: Scope;
}

/** One day: planned and actual turns, one lane per valve, with temperature and humidity below. */
export function DayView({ empresaId, timeZone, programas, nameOf, sensors, switches, editable = false }: Props) {
  const { params, change: goTo } = useAddress();
  const today = useByClock((now) => dayOf(now, timeZone) ?? '');
  const asked = params.get('dia') ?? '';
  const day = startOfDay(asked, timeZone) === null ? today : asked;
  const whole = useMemo(() => wholeDay(day, timeZone), [day, timeZone]);
  // The server answers with the turns that begin on these days: one of the evening before may still run.
  const reading = useQuery(turnosOf({ empresaId, desde: dayAfter(day, -1), hasta: day }));
  const turnos = useMemo(() => reading.data?.filter((turno) => reaches(turno, whole)), [reading.data, whole]);
  const [seen, setSeen] = useState<{ day: string; window: Window } | null>(null);
  const [change, setChange] = useState<Change | null>(null);

  const fit = useMemo(
    () =>
      fitting(
        whole,
        (turnos ?? []).map(({ inicio, segundos }) => ({ from: inicio, to: inicio + segundos * 1_000 })),
      ),
    [whole, turnos],
  );
  const window = seen?.day === day ? seen.window : fit;
  const byId = useMemo(() => new Map(programas.map((programa) => [programa.id, programa])), [programas]);
  const programaOf = (id: number): string => byId.get(id)?.nombre ?? texts.unnamed(id);

  const gripOf = (turno: Turno): Grip => {
    const programa = byId.get(turno.programa_id);
    if (!editable || !programa || turno.manual === 1) return FIXED;
    if (turno.estado === 'en_curso') return { canMove: false, canStretch: true };
    if (turno.estado !== 'previsto') return FIXED;
    const own = isStep(programa, turno);
    return { canMove: own && turno.inicio >= whole.from, canStretch: own };
  };
  const shiftIt = (turno: Turno, shift: Shift) => {
    const within = withinDay(turno, shift, whole, serverNow());
    const scope = change?.turno.turno_id === turno.turno_id ? change.scope : 'day';
    setChange(within.move === 0 && within.stretch === 0 ? null : { turno, shift: within, scope });
  };
  const programa = change && byId.get(change.turno.programa_id);
  const reschedule =
    change && programa && change.turno.estado === 'previsto'
      ? rescheduled(programa, change.turno, change.shift, timeZone)
      : null;
  const everyDay = change?.scope === 'program' ? reschedule : null;
  const thisDay =
    change && programa && !everyDay && change.turno.estado === 'previsto'
      ? { ...toSave(programa), mover: onItsDay(change.turno, change.shift) }
      : null;
  const tryOut = useDeferredValue(everyDay?.programa ?? thisDay);
  const preview = usePreview(tryOut);
  const found = change && tryOut && preview.data && !preview.isPlaceholderData ? preview.data : undefined;

  const firstSensor = turnos
    ?.map(({ switch_id }) => sensors.find(({ id }) => id === switch_id)?.id)
    .find((id) => id !== undefined);

  return (
    <Stack gap="4">
      <Flex columnGap="6" rowGap="3" wrap="wrap" align={{ base: 'flex-end', lg: 'center' }}>
        <Heading as="h2" size="lg" pb={{ base: '1.5', lg: '0' }}>
          {t.title(day.split('-').reverse().join('/'))}
        </Heading>
        <DayPicker
          day={day}
          today={today}
          onDay={(next) => {
            setChange(null);
            goTo({ dia: next === today ? '' : next });
          }}
        />
        <WindowButtons day={whole} window={window} onWindow={(next) => setSeen({ day, window: next })} />
      </Flex>
      {isUnread(reading) && <Unread text={texts.turnos.failure} onRetry={reading.refetch} />}
      {!turnos && !isUnread(reading) && <Skeleton h={HEIGHT} aria-busy />}
      {turnos?.length === 0 && <EmptyNotice height={HEIGHT} text={texts.turnos.empty} />}
      {turnos && turnos.length > 0 && (
        <Gantt
          turnos={turnos}
          window={window}
          timeZone={timeZone}
          nameOf={nameOf}
          programaOf={programaOf}
          gripOf={gripOf}
          changed={change && { turno_id: change.turno.turno_id, shift: change.shift }}
          ghosts={found?.turnos ?? []}
          onShift={shiftIt}
          onDone={() => undefined}
          onUndo={() => setChange(null)}
        />
      )}
      {turnos && <DayOthers empresaId={empresaId} switches={switches} day={day} window={window} timeZone={timeZone} />}
      {turnos && <SensorStrip sensors={sensors} first={firstSensor ?? null} window={window} timeZone={timeZone} />}
      {change && programa && (
        <ChangeBar
          key={change.turno.turno_id}
          turno={change.turno}
          shift={change.shift}
          timeZone={timeZone}
          programa={programa.nombre}
          reschedule={reschedule}
          scope={everyDay ? 'program' : 'day'}
          onScope={(scope) => setChange({ ...change, scope })}
          nombre={nameOf(objetoOf(change.turno))}
          conflictos={found?.conflictos.map(({ texto }) => texto)}
          onDone={() => setChange(null)}
        />
      )}
      {turnos && turnos.length > 0 && (
        <TurnoList
          turnos={turnos}
          day={day}
          timeZone={timeZone}
          nameOf={nameOf}
          programaOf={programaOf}
          editable={editable}
        />
      )}
    </Stack>
  );
}
