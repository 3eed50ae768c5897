import { duration, exactDuration, type Turno } from '@acequia/contracts';
import { Box, Flex, Grid, Text, VisuallyHidden } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { SubjectLink } from '../../../entities/subject-link.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { timeOf } from '../../../lib/format/format.js';
import { useWideScreen } from '../../../lib/screen.js';
import type { Window } from '../lib/day-window.js';
import { lanesOf, type LaneTurno } from '../lib/lanes.js';
import type { Shift } from '../lib/reschedule.js';
import { texts } from '../textos.js';
import { GanttBar } from './gantt-bar.js';
import { TimeAxis, TimeGrid } from './time-axis.js';

const { gantt } = texts;
/** Lane names stand beside the lanes from `md` up, and above them below `md`. */
export const LANE_COLUMNS = { base: '1fr', md: '13rem 1fr' };
const STILL: Shift = { move: 0, stretch: 0 };

/** Which changes a turn allows in the day view. */
export interface Grip {
  canMove: boolean;
  canStretch: boolean;
}

interface Props {
  turnos: readonly Turno[];
  window: Window;
  timeZone: string;
  nameOf: (objeto: string) => string;
  programaOf: (programaId: number) => string;
  gripOf: (turno: Turno) => Grip;
  /** The turn being changed, with its move and stretch. */
  changed: { turno_id: string; shift: Shift } | null;
  /** The program's turns after the change. */
  ghosts: readonly LaneTurno[];
  onShift: (turno: Turno, shift: Shift) => void;
  onDone: () => void;
  onUndo: () => void;
  /** Content below the lanes, on the same time axis. */
  children?: ReactNode;
}

/** A day's lanes, one per valve: an outline for each planned turn, a bar for its actual time. */
export function Gantt(props: Props) {
  const { turnos, window, timeZone, nameOf, programaOf, gripOf, changed, ghosts, onShift, onDone, onUndo, children } =
    props;
  const now = useServerNow();
  const help = useId();
  const wide = useWideScreen();
  const shiftOf = ({ turno_id }: Turno): Shift => (changed?.turno_id === turno_id ? changed.shift : STILL);
  const spanText = (start: number, seconds: number): string =>
    gantt.span(timeOf(start, timeZone), timeOf(start + seconds * 1_000, timeZone), exactDuration(seconds));
  const labelOf = (turno: Turno, name: string): string => {
    const { move, stretch } = shiftOf(turno);
    const real =
      turno.real_inicio === null
        ? ''
        : `. ${gantt.real(timeOf(turno.real_inicio, timeZone), duration((turno.real_segundos ?? 0) / 60))}`;
    const plan = spanText(turno.inicio + move * 60_000, turno.segundos + stretch * 60);
    return `${name}, ${programaOf(turno.programa_id)}: ${plan}, ${gantt.states[turno.estado]}${real}`;
  };
  const realEnd = ({ real_inicio, real_segundos, estado }: Turno): number | null => {
    if (real_inicio === null) return null;
    return estado === 'en_curso' ? now : real_inicio + (real_segundos ?? 0) * 1_000;
  };
  const moved = changed && turnos.find(({ turno_id }) => turno_id === changed.turno_id);
  const lanes = lanesOf(turnos, window.from, window.to);
  const ghostLanes = new Map(lanesOf(ghosts, window.from, window.to).map((lane) => [lane.objeto, lane.bars]));
  return (
    <Box>
      <Text id={help} fontSize="sm" color="fg.muted" mb="2" _print={{ display: 'none' }}>
        {turnos.some((turno) => gripOf(turno).canMove || gripOf(turno).canStretch) ? gantt.help(wide) : gantt.legend}
      </Text>
      <VisuallyHidden role="status" aria-live="polite">
        {moved && spanText(moved.inicio + shiftOf(moved).move * 60_000, moved.segundos + shiftOf(moved).stretch * 60)}
      </VisuallyHidden>
      <Flex as="ul" listStyleType="none" direction="column" gap={{ base: '2', md: '1' }}>
        {lanes.map(({ objeto, first, bars }) => (
          <Grid as="li" key={objeto} templateColumns={LANE_COLUMNS} columnGap="3" alignItems="center">
            <Text fontSize="sm" lineHeight="1.25" overflowWrap="anywhere">
              <SubjectLink {...first}>{nameOf(objeto)}</SubjectLink>
            </Text>
            <Box position="relative" h="9" bg="bg.muted" rounded="sm" overflow="hidden">
              <TimeGrid window={window} timeZone={timeZone} now={now} />
              {ghostLanes.get(objeto)?.map(({ id, left, width }) => (
                <Box
                  key={id}
                  position="absolute"
                  insetY="1"
                  rounded="xs"
                  borderWidth="2px"
                  borderStyle="dotted"
                  borderColor="miel.solid"
                  style={{ left: `${left}%`, width: `${width}%` }}
                />
              ))}
              {bars.map(({ turno }) => (
                <GanttBar
                  key={turno.turno_id}
                  turno={turno}
                  window={window}
                  label={labelOf(turno, nameOf(objeto))}
                  help={help}
                  shift={shiftOf(turno)}
                  realEnd={realEnd(turno)}
                  {...gripOf(turno)}
                  onShift={(shift) => onShift(turno, shift)}
                  onDone={onDone}
                  onUndo={onUndo}
                />
              ))}
            </Box>
          </Grid>
        ))}
      </Flex>
      <Grid templateColumns={LANE_COLUMNS} columnGap="3">
        <Box display={{ base: 'none', md: 'block' }} />
        <TimeAxis window={window} timeZone={timeZone} />
      </Grid>
      {children}
    </Box>
  );
}
