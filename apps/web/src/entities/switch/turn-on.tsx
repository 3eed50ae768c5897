import { duration, exactDuration, type SwitchEnVivo, type Turno } from '@acequia/contracts';
import { createContext, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useHold } from '../../lib/hold.js';
import { useByClock } from '../../lib/time/clock.js';
import { useDates } from '../../lib/time/shown-zone.js';
import { closingAfter } from '../programa/closing.js';
import { durationsUpTo, mostOf, secondsOf, type OnDuration } from './on-duration.js';
import { texts } from './textos.js';
import { useOrder } from './use-order.js';
import './turn-on.css';

/** Opens the sheet that asks for a duration. */
export const TurnOnContext = createContext<(sw: SwitchEnVivo) => void>(() => {
  throw new Error('Encender needs a TurnOnProvider around it');
});

/** How long the undo button is shown, ms. It sends an Apagar, which the switch's own button can do at any time. */
const UNDO_MS = 5_000;

/** A second touch within this time belongs to the same tap, ms. */
const BOUNCE_MS = 400;

interface Sent {
  sw: SwitchEnVivo;
  text: string;
}

interface ProviderProps {
  turnos: readonly Turno[];
  /** Told while the sheet is open. */
  onAsking?: (asking: boolean) => void;
  children: ReactNode;
}

/** Makes the Encender buttons below ask for a duration first, and offers an undo for a moment. */
export function TurnOnProvider({ turnos, onAsking, children }: ProviderProps) {
  const [asked, setAsked] = useState<SwitchEnVivo | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  useHold(asked !== null || sent !== null);
  const asking = asked !== null;
  useEffect(() => onAsking?.(asking), [onAsking, asking]);
  const forget = useCallback(() => setSent(null), []);
  return (
    <TurnOnContext value={setAsked}>
      {children}
      {asked && <TurnOnSheet sw={asked} turnos={turnos} onClose={() => setAsked(null)} onSent={setSent} />}
      {sent && <Undo key={sent.text} sent={sent} onEnd={forget} />}
    </TurnOnContext>
  );
}

interface SheetProps {
  sw: SwitchEnVivo;
  turnos: readonly Turno[];
  onClose: () => void;
  onSent: (sent: Sent) => void;
}

const t = texts.turnOn;

/** Chooses a duration, with the time at which the switch turns off, and sends the order. */
function TurnOnSheet({ sw, turnos, onClose, onSent }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { press } = useOrder(sw.id, sw.comando);
  const most_s = mostOf(sw);
  const options = durationsUpTo(most_s);
  const [choice, setChoice] = useState<OnDuration>({ option: options[0] ?? 'maximo', minutos: '' });
  const seconds = secondsOf(choice, most_s);
  const lasts = seconds === undefined ? most_s : seconds;
  const minute = useByClock((now) => Math.floor(now / 60_000));
  const { timeOf } = useDates();
  const endOf = (seconds: number): string => timeOf(closingAfter(sw, turnos, minute * 60_000, seconds));
  const title = `${sw.zona} - ${sw.nombre}`;
  const [isSent, setIsSent] = useState(false);
  const openedAt = useRef(0);
  useEffect(() => {
    const own = dialog.current;
    if (!own?.open) own?.showModal();
    openedAt.current = performance.now();
    // A dialog around it that stays open forbids the browser's own Escape.
    const onKey = ({ key }: KeyboardEvent): void => void (key === 'Escape' && own?.close());
    own?.addEventListener('keydown', onKey);
    return () => own?.removeEventListener('keydown', onKey);
  }, []);
  // The sheet stays open for a moment, so that a bounce of the finger does not press a button behind it.
  useEffect(() => {
    const timer = isSent ? setTimeout(() => dialog.current?.close(), BOUNCE_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isSent]);

  const send = () => {
    if (lasts === null || isSent) return;
    setIsSent(true);
    press({ accion: 'on', ...(typeof seconds === 'number' && { duracion_s: seconds }) });
    onSent({ sw, text: t.sent(title, t.closesAt(sw.tipo, endOf(lasts))) });
  };
  const optionOf = (option: OnDuration['option'], text: string, seconds: number | null, wide = false) => (
    <label key={option} className={wide ? 'ancha' : undefined}>
      <input
        type="radio"
        name="durante"
        checked={choice.option === option}
        onChange={() => setChoice({ ...choice, option })}
      />
      {text}
      {seconds !== null && <small>{endOf(seconds)}</small>}
    </label>
  );
  return (
    <dialog
      ref={dialog}
      className="hoja"
      aria-label={t.title(title)}
      onClose={onClose}
      onClick={({ target, timeStamp }) => {
        if (target === dialog.current && timeStamp - openedAt.current > BOUNCE_MS) dialog.current.close();
      }}
    >
      <h2>{t.title(title)}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="hoja-opciones" role="radiogroup" aria-label={t.during}>
          {options.map((one) => optionOf(one, duration(one / 60), one))}
          {optionOf('otra', t.other, null, options.length < 3)}
          <label className={options.length === 3 ? 'doble' : 'ancha'}>
            <input
              type="radio"
              name="durante"
              checked={choice.option === 'maximo'}
              onChange={() => setChoice({ ...choice, option: 'maximo' })}
            />
            {t.upToTheLimit(duration(most_s / 60))}
            <small>{endOf(most_s)}</small>
          </label>
        </div>
        {choice.option === 'otra' && (
          <label className="hoja-minutos">
            {t.minutes}
            <input
              inputMode="decimal"
              autoComplete="off"
              value={choice.minutos}
              autoFocus
              onChange={({ target }) => setChoice({ ...choice, minutos: target.value })}
            />
            {seconds === null && choice.minutos !== '' && <span role="alert">{t.outside(duration(most_s / 60))}</span>}
          </label>
        )}
        <button type="submit" className="hoja-confirma" disabled={lasts === null || isSent}>
          {lasts === null ? t.confirm : `${t.confirm} ${exactDuration(lasts)}`}
          {lasts !== null && <small>{t.closesAt(sw.tipo, endOf(lasts))}</small>}
        </button>
      </form>
      {/* Last, so that the first choice has the focus. */}
      <button type="button" className="hoja-cerrar" aria-label={t.cancel} onClick={() => dialog.current?.close()}>
        ×
      </button>
    </dialog>
  );
}

function Undo({ sent: { sw, text }, onEnd }: { sent: Sent; onEnd: () => void }) {
  const { press } = useOrder(sw.id, sw.comando);
  useEffect(() => {
    const timer = setTimeout(onEnd, UNDO_MS);
    return () => clearTimeout(timer);
  }, [onEnd]);
  return (
    <div className="deshacer">
      <span role="status">{text}</span>
      <button
        type="button"
        onClick={() => {
          press({ accion: 'off' });
          onEnd();
        }}
      >
        {t.undo}
      </button>
    </div>
  );
}
