import { chakra } from '@chakra-ui/react';

const WIDTH = 96;
const HEIGHT = 24;

interface Props {
  values: readonly number[];
  /** What it shows, for a screen reader. */
  label: string;
}

/** A small line without axes: the shape of a day. A value of zero touches the ground. */
export function DayLine({ values, label }: Props) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values
    .map((value, index) => `${index * step},${HEIGHT - 1 - (value / most) * (HEIGHT - 2)}`)
    .join(' ');
  return (
    <chakra.svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} w="24" h="6" color="agua.solid">
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </chakra.svg>
  );
}
