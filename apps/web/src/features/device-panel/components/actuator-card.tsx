import type { Dispositivo } from '@acequia/contracts';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { DeviceButtons } from '../../../entities/dispositivo/device-buttons.js';
import { lostOrder, useDeviceOrder } from '../../../entities/dispositivo/use-device-order.js';
import { useViejo } from '../../../components/age.js';
import { EstadoChip } from '../../../components/state-chip.js';
import { Panel } from '../../../components/card.js';
import { useServerThere } from '../../../lib/live/live.js';
import { LIVE_TIMEOUT_MS, useLectura } from '../api/dispositivos-of-usuario.js';
import { textos } from '../textos.js';
import { Cabecera } from './device-heading.js';

/** A relay that can be switched. What it was asked is not what it is: the chip says what it last said (MDIS-7). */
export function Actuador({ dispositivo }: { dispositivo: Dispositivo }) {
  const lectura = useLectura(dispositivo.id);
  const { order, press } = useDeviceOrder(dispositivo.id, LIVE_TIMEOUT_MS);
  const conectado = useServerThere();
  const enLinea = lectura?.online ?? false;
  const viejo = useViejo(lectura?.ts_ms ?? null, enLinea && conectado);
  return (
    <Panel p="4" data-dispositivo={dispositivo.id}>
      <Cabecera dispositivo={dispositivo} lectura={lectura} />
      <Flex align="center" gap="2" mt="3" wrap="wrap">
        <Text>{textos.estado}</Text>
        <EstadoChip estado={lectura?.estado.estado ?? null} viejo={viejo} />
      </Flex>
      <Box mt="3">
        <DeviceButtons
          textosDeBoton={textos}
          enLinea={enLinea}
          order={order ?? lostOrder(lectura)}
          onPress={(accion) => void press(accion)}
        >
          <Button variant="ghost" minH="11">
            {textos.verDetalle}
          </Button>
        </DeviceButtons>
      </Box>
    </Panel>
  );
}
