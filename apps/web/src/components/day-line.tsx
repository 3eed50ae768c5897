import { type MagnitudClave, magnitudOf } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { widened } from '../lib/least-span.js';
import { inkOf } from '../lib/magnitude-ink.js';

const WIDTH = 96;
const HEIGHT = 24;
/** Room for the line's thickness at the edges. */
const EDGE = 1;

interface Props {
  /** null = nothing known then: the line has a gap there. */
  values: readonly (number | null)[];
  /** What was measured; absent for counts, which begin at zero. */
  magnitud?: MagnitudClave;
  /** A threshold of the values, dashed. */
  limit?: number | undefined;
  /** Room is left beside it. */
  narrow?: boolean;
  /** What it shows, for a screen reader. */
  label: string;
}

/** A small line without axes: the shape of a day. */
export function DayLine({ values, magnitud, limit, narrow = false, label }: Props) {
  const known = [...values.filter((value) => value !== null), ...(limit === undefined ? [] : [limit])];
  const { min, max } = magnitud
    ? widened({ min: Math.min(...known), max: Math.max(...known) }, magnitudOf(magnitud).eje)
    : { min: 0, max: Math.max(1, ...known) };
  const heightOf = (value: number): number => HEIGHT - EDGE - ((value - min) / (max - min)) * (HEIGHT - 2 * EDGE);
  const step = WIDTH / Math.max(1, values.length - 1);
  const path = values
    .map((value, n) => {
      if (value === null) return '';
      const point = `${n * step} ${heightOf(value)}`;
      // A lone value is a line of no length, which its round ends make a dot.
      return (values[n - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
    })
    .join('');
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      w={narrow ? '16' : '24'}
      h="6"
      color={magnitud ? inkOf(magnitud) : 'agua.solid'}
    >
      {limit !== undefined && (
        <chakra.path
          d={`M0 ${heightOf(limit)}H${WIDTH}`}
          fill="none"
          color="teja.solid"
          stroke="currentColor"
          strokeDasharray="3 3"
        />
      )}
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </chakra.svg>
  );
}
