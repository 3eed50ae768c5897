import type { SwitchControl, Turno } from '@acequia/contracts';
import { exactDuration } from '../../lib/format/duration.js';
import { dateTimeOf, dayOf, timeOf } from '../../lib/format/format.js';
import { useByClock } from '../../lib/time/clock.js';
import { texts, timeLeftText } from './textos.js';
import { endOf, turnsOfSwitch } from './of-switch.js';
import './time-left.css';

interface Props {
  switchId: number;
  turnos: readonly Turno[];
  control: SwitchControl | undefined;
}

/** What controls a switch besides its buttons, until when its program keeps it on, and the next turn. */
export function TimeLeft({ switchId, turnos, control }: Props) {
  const text = useByClock((now) => {
    const whenOf = (ts: number): string =>
      dayOf(ts) === dayOf(now) ? texts.today(timeOf(ts)) : texts.otherDay(dateTimeOf(ts));
    const { current, next } = turnsOfSwitch(turnos, switchId, now);
    if (current) {
      const end = endOf(current);
      return timeLeftText(timeOf(end), end - now);
    }
    return next ? texts.next(whenOf(next.inicio), exactDuration(next.segundos)) : '';
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
        <p className="que-manda" data-quien-manda={switchId}>
          {inCharge}
        </p>
      )}
      {text !== '' && (
        <p className="que-manda" data-turno={switchId}>
          {text}
        </p>
      )}
    </>
  );
}
