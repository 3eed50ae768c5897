import type { Dispositivo } from '@acequia/contracts';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { DeviceButtons } from '../../../entities/dispositivo/device-buttons.js';
import { lostOrder, useDeviceOrder } from '../../../entities/dispositivo/use-device-order.js';
import { useOld } from '../../../components/age.js';
import { StateChip } from '../../../components/state-chip.js';
import { Card } from '../../../components/card.js';
import { useServerThere } from '../../../lib/live/live.js';
import { LIVE_TIMEOUT_MS, useReading } from '../api/dispositivos-of-usuario.js';
import { texts } from '../textos.js';
import { DeviceHeading } from './device-heading.js';

/** A relay with its buttons. The chip shows the reported state, not the ordered one (MDIS-7). */
export function ActuatorCard({ dispositivo }: { dispositivo: Dispositivo }) {
  const reading = useReading(dispositivo.id);
  const { order, press } = useDeviceOrder(dispositivo.id, LIVE_TIMEOUT_MS);
  const connected = useServerThere();
  const online = reading?.online ?? false;
  const old = useOld(reading?.ts_ms ?? null, online && connected);
  return (
    <Card p="4" data-dispositivo={dispositivo.id}>
      <DeviceHeading dispositivo={dispositivo} reading={reading} />
      <Flex align="center" gap="2" mt="3" wrap="wrap">
        <Text>{texts.estado}</Text>
        <StateChip estado={reading?.estado.estado ?? null} old={old} />
      </Flex>
      <Box mt="3">
        <DeviceButtons
          buttonTexts={texts}
          online={online}
          order={order ?? lostOrder(reading)}
          onPress={(accion) => void press(accion)}
        >
          <Button variant="ghost" minH="11">
            {texts.seeDetail}
          </Button>
        </DeviceButtons>
      </Box>
    </Card>
  );
}
