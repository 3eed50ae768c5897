import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { dateTimeOf, dayOf, timeOf } from '../../lib/format/format.js';
import { useByClock } from '../../lib/time/clock.js';
import { mandosOf } from './mandos.js';
import { texts, timeLeftText } from './textos.js';
import { endOf, turnsOfSwitch } from './of-switch.js';
import { turnosOf } from './turnos.js';

/** What controls a switch besides its buttons, until when its program keeps it on, and the next turn. */
export function TimeLeft({ switchId }: { switchId: number }) {
  const { data = [] } = useQuery(turnosOf());
  const { data: mandos = [] } = useQuery(mandosOf());
  const control = mandos.find(({ switch_id }) => switch_id === switchId);
  const text = useByClock((now) => {
    const whenOf = (ts: number): string => (dayOf(ts) === dayOf(now) ? `a las ${timeOf(ts)}` : `el ${dateTimeOf(ts)}`);
    const { current, next } = turnsOfSwitch(data, switchId, now);
    if (current) {
      const end = endOf(current);
      return timeLeftText(timeOf(end), end - now);
    }
    return next ? texts.next(whenOf(next.inicio), Math.round(next.segundos / 60)) : '';
  });
  const since = useByClock((now) =>
    control ? (dayOf(control.desde) === dayOf(now) ? timeOf(control.desde) : dateTimeOf(control.desde)) : '',
  );
  // For a program, the text below is more precise.
  const inCharge = control && control.quien !== 'programa' ? texts.inCharge(control.texto, since) : '';
  if (text === '' && inCharge === '') return null;
  return (
    <>
      {inCharge !== '' && (
        <Text fontSize="xs" color="fg.muted" data-quien-manda={switchId}>
          {inCharge}
        </Text>
      )}
      {text !== '' && (
        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" data-turno={switchId}>
          {text}
        </Text>
      )}
    </>
  );
}
