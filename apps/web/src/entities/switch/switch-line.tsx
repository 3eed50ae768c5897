import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useServerThere } from '../../lib/live/live.js';
import { isUnderWay } from './order.js';
import type { News } from './news.js';
import { OrderCheck, useOrder } from './use-order.js';
import { useDiscrepancy } from './discrepancy.js';
import { useNews } from './switch-controls.js';
import { useLinkHealth } from './link-health.js';
import { texts } from './textos.js';

const COLORS = { mal: 'fg.error', attention: 'fg.warning', good: 'fg.success', normal: 'fg.muted' } as const;

const COLOR_OF_NEWS: Partial<Record<News['kind'], keyof typeof COLORS>> = { confirmado: 'good', fin: 'normal' };

/** The most urgent message about a switch in one line; its dialog shows all of them. */
export function SwitchLine({ sw }: { sw: SwitchEnVivo }) {
  const { order: orden } = useOrder(sw.id, sw.comando);
  const news = useNews(sw, orden);
  const discrepancia = useDiscrepancy(sw);
  const salud = useLinkHealth(sw, true);
  const connected = useServerThere();
  const bloqueo = sw.bloqueo && texts.bloqueo.short(sw.bloqueo.usuario_nombre, sw.bloqueo.motivo);
  const [text, color]: [string | null | undefined, keyof typeof COLORS] = isUnderWay(orden)
    ? [news?.text, 'normal']
    : discrepancia
      ? [discrepancia, 'mal']
      : bloqueo
        ? [bloqueo, 'attention']
        : news
          ? [news.text, COLOR_OF_NEWS[news.kind] ?? 'attention']
          : [connected ? salud : null, 'attention'];
  return (
    <Text
      as="span"
      display="block"
      role="status"
      data-linea={sw.id}
      fontSize="xs"
      fontWeight={color === 'mal' || color === 'attention' ? '600' : '400'}
      color={COLORS[color]}
      lineClamp={{ base: 'none', md: '2' }}
      textWrap="balance"
      lineHeight="1.25"
      whiteSpace="normal"
      mt="0.5"
      title={text ?? undefined}
    >
      {text}
      <OrderCheck switchId={sw.id} order={orden} />
    </Text>
  );
}
