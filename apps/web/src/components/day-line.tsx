import { chakra } from '@chakra-ui/react';

const WIDTH = 96;
const HEIGHT = 24;
/** Room for the line's thickness at the edges. */
const EDGE = 1;

interface Props {
  /** null = nothing known then: the line has a gap there. */
  values: readonly (number | null)[];
  /** What the bottom stands for: zero, for counts, or the least of the values. */
  bottom?: 'zero' | 'least';
  /** A threshold of the values, dashed. */
  limit?: number | undefined;
  /** What it shows, for a screen reader. */
  label: string;
}

/** A small line without axes: the shape of a day. */
export function DayLine({ values, bottom = 'zero', limit, label }: Props) {
  const known = [...values.filter((value) => value !== null), ...(limit === undefined ? [] : [limit])];
  const least = bottom === 'zero' ? 0 : Math.min(...known);
  // Values that hardly differ are a flat line, not a mountain range.
  const span = Math.max(1, Math.max(...known) - least);
  const heightOf = (value: number): number => HEIGHT - EDGE - ((value - least) / span) * (HEIGHT - 2 * EDGE);
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
    <chakra.svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} w="24" h="6" color="agua.solid">
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
