import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useServerThere } from '../../lib/live/live.js';
import { isUnderWay } from './order.js';
import type { News } from './news.js';
import { OrderCheck, useOrder } from './use-order.js';
import { useDiscrepancia } from './discrepancy.js';
import { useNews } from './switch-controls.js';
import { useSalud } from './link-health.js';
import { textos } from './textos.js';

const COLORES = { mal: 'fg.error', atencion: 'fg.warning', bien: 'fg.success', normal: 'fg.muted' } as const;

const COLOR_OF_NEWS: Partial<Record<News['kind'], keyof typeof COLORES>> = { confirmado: 'bien', fin: 'normal' };

/** The most pressing thing there is to say of a switch, in one line; its dialog says the rest. */
export function LineaMando({ sw }: { sw: SwitchEnVivo }) {
  const { order: orden } = useOrder(sw.id, sw.comando);
  const news = useNews(sw, orden);
  const discrepancia = useDiscrepancia(sw);
  const salud = useSalud(sw, true);
  const conectado = useServerThere();
  const bloqueo = sw.bloqueo && textos.bloqueo.corto(sw.bloqueo.usuario_nombre, sw.bloqueo.motivo);
  const [texto, color]: [string | null | undefined, keyof typeof COLORES] = isUnderWay(orden)
    ? [news?.text, 'normal']
    : discrepancia
      ? [discrepancia, 'mal']
      : bloqueo
        ? [bloqueo, 'atencion']
        : news
          ? [news.text, COLOR_OF_NEWS[news.kind] ?? 'atencion']
          : [conectado ? salud : null, 'atencion'];
  return (
    <Text
      as="span"
      display="block"
      role="status"
      data-linea={sw.id}
      fontSize="xs"
      fontWeight={color === 'mal' || color === 'atencion' ? '600' : '400'}
      color={COLORES[color]}
      lineClamp={{ base: 'none', md: '2' }}
      textWrap="balance"
      lineHeight="1.25"
      whiteSpace="normal"
      mt="0.5"
      title={texto ?? undefined}
    >
      {texto}
      <OrderCheck switchId={sw.id} order={orden} />
    </Text>
  );
}
