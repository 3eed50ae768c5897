import { isCentinela, REASON_TEXT, type Dispositivo, type LecturaEnVivo } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import { DeviceButtons } from '../../../entities/dispositivo/device-buttons.js';
import { lostOrder } from '../../../entities/dispositivo/use-device-order.js';
import { useOld } from '../../../components/age.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { StateChip } from '../../../components/state-chip.js';
import { RefreshIcon } from '../../../components/icons.js';
import { TextLink } from '../../../components/text-link.js';
import { dispositivoAddress } from '../../../entities/addresses.js';
import { Card } from '../../../components/card.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { readingAgeOf } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useDeviceCard } from '../api/device-card.js';
import { texts } from '../textos.js';

const { card } = texts;

interface Props {
  dispositivo: Dispositivo;
  /** Index of the card, which delays its reads. */
  index: number;
}

/** One device of the relay cloud: online or not, a relay with its buttons, or a meter's power. */
export function DeviceCard({ dispositivo, index }: Props) {
  const { reading, unread, asked, order, press, refreshing, refresh } = useDeviceCard(dispositivo.id, index);
  const now = useServerNow();
  const connected = useServerThere();
  const online = reading?.online ?? false;
  const old = useOld(reading?.ts_ms ?? null, connected);
  return (
    <Card px="3" py="2.5" data-dispositivo={dispositivo.id}>
      <Flex justify="space-between" align="flex-start" gap="2">
        <Heading as="h3" size="sm" fontFamily="body" fontWeight="650" lineClamp="2" title={dispositivo.nombre}>
          <TextLink to={dispositivoAddress(dispositivo)}>{dispositivo.nombre}</TextLink>
        </Heading>
        <OnlineChip online={online} old={old} unread={!reading} seenAt={reading?.ts_ms ?? null} />
      </Flex>
      <Flex justify="space-between" align="center" gap="2" fontSize="xs">
        <Box minW="0">
          <Text as="span" color="fg.muted" fontVariantNumeric="tabular-nums">
            {readingAgeOf(reading?.ts_ms ?? null, now)}
          </Text>
          {' · '}
          <Text
            as="span"
            color={!reading ? 'fg.muted' : !online ? 'fg.warning' : old ? 'fg.muted' : 'fg.success'}
            fontWeight="550"
          >
            {online ? card.connected : card.noConnection}
          </Text>
          {unread && (
            <Text as="span" color="fg.warning" fontWeight="550">
              {' · '}
              {card.unread}
            </Text>
          )}
        </Box>
        <Button size="xs" variant="ghost" onClick={() => void refresh()} disabled={refreshing}>
          {refreshing ? <Spinner size="xs" /> : <RefreshIcon />} {refreshing ? card.updating : card.refresh}
        </Button>
      </Flex>
      {reading?.motivo && (
        <Text fontSize="xs" color="fg.warning">
          {REASON_TEXT[reading.motivo]}
        </Text>
      )}
      <Flex minH="9" align="flex-start" gap="3" mt="1" wrap="wrap">
        <Flex minH="9" align="center">
          {isCentinela(dispositivo.tipo) ? (
            <Power reading={online ? reading : undefined} old={old} />
          ) : (
            // An ordered state is not reported yet, so it is drawn hollow until the relay has been read.
            <StateChip
              estado={asked ?? (online ? (reading?.estado.estado ?? null) : null)}
              old={asked !== null || old}
            />
          )}
        </Flex>
        {!isCentinela(dispositivo.tipo) && (
          <Box flex="1" minW="11rem">
            <DeviceButtons
              size="sm"
              buttonTexts={card}
              online={online}
              order={order ?? lostOrder(reading)}
              onPress={(accion) => void press(accion)}
            />
          </Box>
        )}
      </Flex>
    </Card>
  );
}

function Power({ reading, old }: { reading: LecturaEnVivo | undefined; old: boolean }) {
  const watts = reading?.metricas?.potencia_activa ?? reading?.metricas?.total_act_power ?? null;
  return (
    <Box>
      <Text as="span" fontSize="xs" color="fg.muted" me="2">
        {card.power}
      </Text>
      <Text
        as="span"
        fontSize="lg"
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        color={old ? 'fg.subtle' : undefined}
        data-viejo={old || undefined}
      >
        {watts === null ? '-' : `${watts.toFixed(2)} W`}
      </Text>
    </Box>
  );
}
