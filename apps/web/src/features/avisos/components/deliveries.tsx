import type { Aviso, EntregaAviso } from '@acequia/contracts';
import { Box, chakra, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useDeliveries } from '../api/entregas.js';
import { texts } from '../textos.js';

const t = texts.deliveries;
const HEIGHT = '5rem';
const COLOURS = {
  pendiente: 'fg.muted',
  enviado: 'fg.success',
  fallido: 'fg.warning',
  descartado: 'fg.muted',
} as const satisfies Record<EntregaAviso['estado'], string>;

/** The deliveries of an alarm: recipient, time and result. */
export function Deliveries({ aviso }: { aviso: Aviso }) {
  const deliveries = useDeliveries(aviso.id, true);
  const { data } = deliveries;
  return (
    <Box as="section" mt="6" pt="4" borderTopWidth="1px">
      <Heading as="h3" size="sm" mb="2">
        {t.title}
      </Heading>
      {!data ? (
        neverCame(deliveries) ? (
          <EmptyNotice height={HEIGHT} text={t.noRows} error />
        ) : (
          <Skeleton h={HEIGHT} aria-busy />
        )
      ) : data.length === 0 ? (
        <Text color="fg.muted">{aviso.silenciado === 1 ? t.silenced : t.none}</Text>
      ) : (
        <chakra.ul listStyleType="none" aria-label={t.title}>
          {data.map((one, index) => (
            <Delivery key={index} one={one} />
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}

function Delivery({ one }: { one: EntregaAviso }) {
  const { numero, canal, destino, clase, estado, detalle, ts } = one;
  const { dateTimeOf } = useDates();
  return (
    <Box as="li" py="2" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
      <Flex columnGap="3" wrap="wrap" align="baseline">
        <chakra.span fontWeight="600" overflowWrap="anywhere">
          {t.canales[canal]} · {destino}
        </chakra.span>
        <chakra.span color={COLOURS[estado]} fontWeight={estado === 'fallido' ? '600' : '400'}>
          {t.estados[estado]}
        </chakra.span>
      </Flex>
      <Flex columnGap="3" wrap="wrap" color="fg.muted" fontSize="sm">
        <span>{t.clases[clase]}</span>
        <chakra.span fontVariantNumeric="tabular-nums">{dateTimeOf(ts)}</chakra.span>
        {numero !== null && <span>{t.numero(numero)}</span>}
        {estado === 'pendiente' && one.no_antes !== null && <span>{t.waits(dateTimeOf(one.no_antes))}</span>}
      </Flex>
      {detalle && (
        <Text fontSize="sm" color={estado === 'fallido' ? 'fg.warning' : 'fg.muted'} overflowWrap="anywhere">
          {detalle}
        </Text>
      )}
    </Box>
  );
}
