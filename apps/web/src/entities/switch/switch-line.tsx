import type { SwitchEnVivo } from '@acequia/contracts';
import { useServerThere } from '../../lib/live/live.js';
import { isUnderWay } from './order.js';
import type { News } from './news.js';
import { OrderCheck, useOrder } from './use-order.js';
import { useDiscrepancy } from './discrepancy.js';
import { useNews } from './switch-controls.js';
import { useLinkHealth } from './link-health.js';
import './controls.css';
import { protectionText } from './protection.js';
import { useDates } from '../../lib/time/shown-zone.js';
import { texts } from './textos.js';

type Tone = 'bad' | 'attention' | 'good' | 'normal';

const TONE_OF_NEWS: Partial<Record<News['kind'], Tone>> = { confirmado: 'good', fin: 'normal' };

/** The most urgent message about a switch in one line; its dialog shows all of them. */
export function SwitchLine({ sw }: { sw: SwitchEnVivo }) {
  const { order } = useOrder(sw.id, sw.comando);
  const news = useNews(sw, order);
  const discrepancia = useDiscrepancy(sw);
  const salud = useLinkHealth(sw, true);
  const connected = useServerThere();
  const dates = useDates();
  const proteccion = sw.proteccion && protectionText(sw.proteccion, dates);
  const bloqueo = sw.bloqueo && texts.bloqueo.short(sw.bloqueo.usuario_nombre, sw.bloqueo.motivo);
  const [text, tone]: [string | null | undefined, Tone] = isUnderWay(order)
    ? [news?.text, 'normal']
    : discrepancia
      ? [discrepancia, 'bad']
      : bloqueo
        ? [bloqueo, 'attention']
        : proteccion
          ? [proteccion, 'attention']
          : news
            ? [news.text, TONE_OF_NEWS[news.kind] ?? 'attention']
            : [connected ? salud : null, 'attention'];
  return (
    <span className="linea" role="status" data-linea={sw.id} data-tono={tone} title={text ?? undefined}>
      {text}
      <OrderCheck switchId={sw.id} order={order} />
    </span>
  );
}
