import type { Turno } from '@acequia/contracts';
import { Box, chakra } from '@chakra-ui/react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Window } from '../lib/day-window.js';
import { placeIn } from '../lib/lanes.js';
import type { Shift } from '../lib/reschedule.js';

/** Step of a drag or a key press, minutes. */
const STEP_MIN = 5;
const STRETCH_MIN = 1;
/** Width of the handle at a bar's end that stretches the bar, px; at most a third of the bar. */
const HANDLE_PX = 10;

const NOT_DONE: ReadonlySet<Turno['estado']> = new Set(['omitido', 'perdido', 'sin_confirmar']);

interface Props {
  turno: Turno;
  window: Window;
  /** Name and times, for screen readers and as a tooltip. */
  label: string;
  /** Id of the text that explains how to move the bar; absent = the bar cannot be moved. */
  help?: string | undefined;
  /** Move and stretch of the unconfirmed change. */
  shift: Shift;
  /** End of the time the switch was on, so far, ms. */
  realEnd: number | null;
  canMove: boolean;
  canStretch: boolean;
  onShift: (shift: Shift) => void;
  onDone: () => void;
  onUndo: () => void;
}

interface Drag {
  x: number;
  stretches: boolean;
  msPerPx: number;
  from: Shift;
}

const rounded = (minutes: number, step: number): number => Math.round(minutes / step) * step;

/** One turn: the outline is the plan, the bar inside is the actual time. Moves by dragging or by the arrow keys. */
export function GanttBar(props: Props) {
  const { turno, window, label, help, shift, realEnd, canMove, canStretch, onShift, onDone, onUndo } = props;
  const { from, to } = window;
  const drag = useRef<Drag | null>(null);
  const [dragging, setDragging] = useState(false);
  const movable = canMove || canStretch;
  const start = turno.inicio + shift.move * 60_000;
  const planned = placeIn(start, start + turno.segundos * 1_000 + shift.stretch * 60_000, from, to);
  const least = Math.ceil(1 - turno.segundos / 60);
  const put = ({ move, stretch }: Shift) =>
    onShift({ move: canMove ? move : 0, stretch: canStretch ? Math.max(least, stretch) : 0 });

  const begin = (event: PointerEvent<HTMLElement>) => {
    const track = event.currentTarget.parentElement;
    if (!movable || !track || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const handle = Math.min(HANDLE_PX, box.width / 3);
    drag.current = {
      x: event.clientX,
      stretches: !canMove || (canStretch && event.clientX > box.right - handle),
      msPerPx: (to - from) / track.getBoundingClientRect().width,
      from: shift,
    };
    setDragging(true);
  };
  const go = ({ clientX }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { x, stretches, msPerPx, from: before } = drag.current;
    const minutes = ((clientX - x) * msPerPx) / 60_000;
    if (stretches) put({ ...before, stretch: before.stretch + rounded(minutes, STRETCH_MIN) });
    else put({ ...before, move: before.move + rounded(minutes, STEP_MIN) });
  };
  const end = () => {
    if (!drag.current) return;
    drag.current = null;
    setDragging(false);
    onDone();
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (direction !== 0) {
      event.preventDefault();
      if (event.shiftKey) put({ ...shift, stretch: shift.stretch + direction * STRETCH_MIN });
      else put({ ...shift, move: shift.move + direction * STEP_MIN });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onDone();
    } else if (event.key === 'Escape') onUndo();
  };

  const changed = shift.move !== 0 || shift.stretch !== 0;
  const face = {
    position: 'absolute',
    insetY: '1',
    rounded: 'xs',
    borderWidth: '2px',
    borderStyle: NOT_DONE.has(turno.estado) ? 'dashed' : 'solid',
    borderColor: changed
      ? 'miel.solid'
      : turno.estado === 'perdido'
        ? 'teja.solid'
        : NOT_DONE.has(turno.estado)
          ? 'miel.solid'
          : 'agua.solid',
    bg: changed ? 'miel.subtle' : turno.estado === 'previsto' ? 'agua.subtle' : 'transparent',
    title: label,
    'data-turno': turno.turno_id,
    style: { left: `${planned.left}%`, width: `${planned.width}%` },
  } as const;
  const real = turno.real_inicio === null || realEnd === null ? null : placeIn(turno.real_inicio, realEnd, from, to);
  return (
    <>
      {real && (
        <Box
          position="absolute"
          insetY="2.5"
          rounded="xs"
          bg={turno.estado === 'parcial' ? 'miel.solid' : 'campo.solid'}
          data-real={turno.turno_id}
          style={{ left: `${real.left}%`, width: `${real.width}%` }}
        />
      )}
      {movable ? (
        <chakra.button
          type="button"
          {...face}
          minW="2"
          aria-label={label}
          aria-describedby={help}
          cursor={dragging ? 'grabbing' : canMove ? 'grab' : 'ew-resize'}
          touchAction="pan-y"
          _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px', zIndex: 1 }}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={end}
          onKeyDown={key}
        >
          {canStretch && (
            <Box
              position="absolute"
              insetY="0"
              insetEnd="0"
              w="min(10px, 33%)"
              cursor="ew-resize"
              borderEndWidth="3px"
              borderColor="agua.solid"
            />
          )}
        </chakra.button>
      ) : (
        <Box role="img" aria-label={label} {...face} />
      )}
    </>
  );
}
