import { Button, Flex } from '@chakra-ui/react';
import { panned, zoomed, type Window } from '../lib/day-window.js';
import { texts } from '../textos.js';

const { day: t } = texts;

interface Props {
  day: Window;
  window: Window;
  onWindow: (window: Window) => void;
}

/** Zooms and moves the visible part of the day. */
export function WindowButtons({ day, window, onWindow }: Props) {
  const whole = window.from <= day.from && window.to >= day.to;
  return (
    <Flex gap="1" wrap="wrap" ms="auto" _print={{ display: 'none' }}>
      <Button size="xs" variant="outline" onClick={() => onWindow(zoomed(day, window, 0.5))}>
        {t.nearer}
      </Button>
      <Button size="xs" variant="outline" disabled={whole} onClick={() => onWindow(zoomed(day, window, 2))}>
        {t.further}
      </Button>
      <Button
        size="xs"
        variant="outline"
        disabled={window.from <= day.from}
        onClick={() => onWindow(panned(day, window, -1))}
      >
        {t.earlier}
      </Button>
      <Button
        size="xs"
        variant="outline"
        disabled={window.to >= day.to}
        onClick={() => onWindow(panned(day, window, 1))}
      >
        {t.later}
      </Button>
      <Button size="xs" variant="outline" disabled={whole} onClick={() => onWindow(day)}>
        {t.whole}
      </Button>
    </Flex>
  );
}
