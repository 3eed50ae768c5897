import type { ComandoAction, SwitchEnVivo } from '@acequia/contracts';
import { createContext, use } from 'react';
import { useServerThere } from '../../lib/live/live.js';
import { useByClock } from '../../lib/time/clock.js';
import { useDates, useShownZone } from '../../lib/time/shown-zone.js';
import { isOffUnknown, isUnderWay, type SwitchOrder } from './order.js';
import { newsOf, type News } from './news.js';
import { OrderCheck, useOrder } from './use-order.js';
import { Age } from '../../components/age.js';
import { BloqueoNotice, ProteccionNotice } from './bloqueo-notice.js';
import { Discrepancy } from './discrepancy.js';
import { isKeptOff, protectionText } from './protection.js';
import { texts } from './textos.js';
import { TurnOnContext } from './turn-on.js';
import './controls.css';

const WITH_AGE_MS = 60_000;

/** The message about the newest order or about why the switch was turned off; re-renders only when the text changes. */
export function useNews(sw: SwitchEnVivo, order: SwitchOrder | null): News | null {
  const zone = useShownZone();
  const text = useByClock((now) => newsOf(sw, order, now, zone)?.text ?? '');
  const kind = useByClock((now) => newsOf(sw, order, now, zone)?.kind ?? '');
  return kind ? { text, kind } : null;
}

interface Props {
  sw: SwitchEnVivo;
  nombre: string;
  /** False while the server is unreachable: Encender is then disabled. */
  connected: boolean;
}

/** Opens the switch's dialog; null inside that dialog. */
export const MoreContext = createContext<((switchId: number) => void) | null>(null);

/**
 * Encender and Apagar, the result of the last order, the lockout and any discrepancy. The chip beside them shows the state, and only the
 * board's reports change it. Plain buttons in plain CSS for speed: a panel has four hundred of them.
 */
export function SwitchControls({ sw, nombre, connected }: Props) {
  const openMore = use(MoreContext);
  const askForHowLong = use(TurnOnContext);
  const { order, press } = useOrder(sw.id, sw.comando);
  const news = useNews(sw, order);
  const canTurnOn = connected && sw.activo === 1 && !isUnderWay(order);
  const serverThere = useServerThere();
  const again = serverThere && isOffUnknown(order);
  const wordsOf = (accion: ComandoAction) => (accion === 'off' && again ? texts.offAgain : texts.verbs[accion].button);
  const buttonOf = (accion: ComandoAction, can = true) => (
    <button
      type="button"
      data-accion={accion}
      aria-label={accion === 'on' && !serverThere ? texts.noConnectionFor(nombre) : `${wordsOf(accion)} ${nombre}`}
      disabled={!can}
      onClick={() => (accion === 'on' ? askForHowLong(sw) : press({ accion }))}
    >
      {accion === 'on' && !serverThere ? texts.noConnection : wordsOf(accion)}
    </button>
  );
  return (
    <div className="mando" data-mando={sw.id}>
      {sw.bloqueo ? (
        <BloqueoNotice bloqueo={sw.bloqueo} />
      ) : isKeptOff(sw) ? (
        <ProteccionNotice proteccion={sw.proteccion} />
      ) : (
        buttonOf('on', canTurnOn)
      )}
      {/* Always enabled: only trying shows whether the connection works, and a failure is reported. */}
      {buttonOf('off')}
      {openMore && (
        <button type="button" aria-label={texts.more.from(nombre)} onClick={() => openMore(sw.id)}>
          {texts.more.button}
        </button>
      )}
      <span role="status" data-estado-orden={news?.kind}>
        {news?.text}
      </span>
      {news && news.kind !== 'fin' && order && <OrderAge order={order} />}
      <Bypass sw={sw} />
      <Discrepancy sw={sw} />
      <OrderCheck switchId={sw.id} order={order} />
    </div>
  );
}

/** A protection that is bypassed now, and until when. */
function Bypass({ sw: { proteccion } }: { sw: SwitchEnVivo }) {
  const dates = useDates();
  const until = proteccion?.omitida_hasta ?? null;
  const current = useByClock((now) => until !== null && until > now);
  return current && proteccion && <span data-omitida>{protectionText(proteccion, dates)}</span>;
}

/** Separate from the result, which screen readers announce when it changes. */
function OrderAge({ order }: { order: SwitchOrder }) {
  const old = useByClock((now) => !isUnderWay(order) && now - order.ts > WITH_AGE_MS);
  return old && <Age ts={order.ts} />;
}
