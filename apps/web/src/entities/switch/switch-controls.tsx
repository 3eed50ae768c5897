import type { ComandoAction, SwitchEnVivo } from '@acequia/contracts';
import { createContext, use } from 'react';
import { useByClock } from '../../lib/time/clock.js';
import { isUnderWay, type SwitchOrder } from './order.js';
import { newsOf, type News } from './news.js';
import { OrderCheck, useOrder } from './use-order.js';
import { Age } from '../../components/age.js';
import { BloqueoNotice } from './bloqueo-notice.js';
import { Discrepancy } from './discrepancy.js';
import { texts } from './textos.js';
import { TurnOnContext } from './turn-on.js';
import './controls.css';

const WITH_AGE_MS = 60_000;

/** What there is to say of the newest order, or of what ended its time on: told anew only when that changes. */
export function useNews(sw: SwitchEnVivo, order: SwitchOrder | null): News | null {
  const text = useByClock((now) => newsOf(sw, order, now)?.text ?? '');
  const kind = useByClock((now) => newsOf(sw, order, now)?.kind ?? '');
  return kind ? { text, kind } : null;
}

interface Props {
  sw: SwitchEnVivo;
  nombre: string;
  /** Nothing is turned on while the server is away. */
  activo: boolean;
  /** Of an Encender, s; undefined: up to the switch's limit; null: not known yet, so it cannot be asked for. */
  duracion_s?: number | undefined | null;
}

/** Opens what else can be done with a switch; null where that is open already. */
export const MoreContext = createContext<((switchId: number) => void) | null>(null);

/**
 * Encender and Apagar, what became of the last order, who locked it out, and whether the board says otherwise than was asked.
 * The state itself is told by the chip beside it, and only by what the board says. Plain buttons in plain
 * CSS: a panel holds four hundred of them.
 */
export function SwitchControls({ sw, nombre, activo, duracion_s }: Props) {
  const openMore = use(MoreContext);
  const askForHowLong = use(TurnOnContext);
  const { order: orden, press } = useOrder(sw.id, sw.comando);
  const news = useNews(sw, orden);
  const canTurnOn = activo && sw.activo === 1 && duracion_s !== null && !isUnderWay(orden);
  const buttonOf = (accion: ComandoAction, can = true) => (
    <button
      type="button"
      data-accion={accion}
      aria-label={`${texts.verbs[accion].buttonOf} ${nombre}`}
      disabled={!can}
      onClick={() =>
        accion === 'on' && askForHowLong
          ? askForHowLong(sw)
          : press({ accion, ...(accion === 'on' && duracion_s && { duracion_s }) })
      }
    >
      {texts.verbs[accion].buttonOf}
    </button>
  );
  return (
    <div className="mando" data-mando={sw.id}>
      {sw.bloqueo ? <BloqueoNotice bloqueo={sw.bloqueo} /> : buttonOf('on', canTurnOn)}
      {/* Never held back: the press itself is the test of the line, and its failure is told. */}
      {buttonOf('off')}
      {openMore && (
        <button type="button" aria-label={texts.more.from(nombre)} onClick={() => openMore(sw.id)}>
          {texts.more.buttonOf}
        </button>
      )}
      <span role="status" data-estado-orden={news?.kind}>
        {news?.text}
      </span>
      {news && news.kind !== 'fin' && orden && <OrderAge orden={orden} />}
      <Discrepancy sw={sw} />
      <OrderCheck switchId={sw.id} order={orden} />
    </div>
  );
}

/** Apart from the outcome, which is read out when it changes. */
function OrderAge({ orden }: { orden: SwitchOrder }) {
  const old = useByClock((now) => !isUnderWay(orden) && now - orden.ts > WITH_AGE_MS);
  return old && <Age ts={orden.ts} />;
}
