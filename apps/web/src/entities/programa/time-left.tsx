import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { dateTimeOf, dayOf, timeOf } from '../../lib/format/format.js';
import { useByClock } from '../../lib/time/clock.js';
import { texts, timeLeftText } from './textos.js';
import { endOf, turnsOfSwitch } from './of-switch.js';
import { turnosOf } from './turnos.js';

/** Until when a switch is on by its program, and what comes next; nothing when no program has it. */
export function TimeLeft({ switchId }: { switchId: number }) {
  const { data = [] } = useQuery(turnosOf());
  const text = useByClock((now) => {
    const { current, next } = turnsOfSwitch(data, switchId, now);
    if (current) {
      const end = endOf(current);
      return timeLeftText(timeOf(end), end - now);
    }
    if (!next) return '';
    const when = dayOf(next.inicio) === dayOf(now) ? `a las ${timeOf(next.inicio)}` : `el ${dateTimeOf(next.inicio)}`;
    return texts.next(when, Math.round(next.segundos / 60));
  });
  if (text === '') return null;
  return (
    <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" data-turno={switchId}>
      {text}
    </Text>
  );
}
