import { exactDuration, type SwitchControl, type SwitchEnVivo, type Turno } from '@acequia/contracts';
import { useByClock } from '../../lib/time/clock.js';
import { useDates } from '../../lib/time/shown-zone.js';
import { amountOf, atMostOf } from './amount.js';
import { texts, timeLeftText } from './textos.js';
import { closingOf } from './closing.js';
import { turnsOfSwitch } from './of-switch.js';
import './time-left.css';

interface Props {
  sw: SwitchEnVivo;
  turnos: readonly Turno[];
  control: SwitchControl | undefined;
}

/** What controls a switch besides its buttons, until when it stays on while a program irrigates, and the next turn. */
export function TimeLeft({ sw, turnos, control }: Props) {
  const { dayOf, timeOf, dateTimeOf } = useDates();
  const text = useByClock((now) => {
    const whenOf = (ts: number): string =>
      dayOf(ts) === dayOf(now) ? texts.today(timeOf(ts)) : texts.otherDay(dateTimeOf(ts));
    const { current, next } = turnsOfSwitch(turnos, sw.id, now);
    const closing = current && closingOf(sw, turnos, now);
    if (closing) return atMostOf(current, timeLeftText(timeOf(closing.at), closing.at - now));
    return next ? texts.next(whenOf(next.inicio), amountOf(next, exactDuration(next.segundos))) : '';
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
        <p className="que-manda" data-quien-manda={sw.id}>
          {inCharge}
        </p>
      )}
      {text !== '' && (
        <p className="que-manda" data-turno={sw.id}>
          {text}
        </p>
      )}
    </>
  );
}
