import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Edad, useViejo } from '../../../components/edad.js';
import { EstadoChip } from '../../../components/estado-chip.js';
import { MandoSwitch } from '../../../components/mando-switch.js';
import { textos } from '../textos.js';

/** "zona - nombre", the state chip and how old it is. An unreachable board is named as such. */
export function CeldaSwitch({ sw, conectado }: { sw: SwitchEnVivo; conectado: boolean }) {
  const viejo = useViejo(sw.estado_ts, conectado && sw.placa_online === 1);
  return (
    <Flex direction="column" gap="1.5" minW="0" data-switch={sw.id}>
      <Text fontWeight="550" overflowWrap="anywhere">
        {sw.zona} - {sw.nombre}
      </Text>
      <Flex align="center" columnGap="2.5" rowGap="1" wrap="wrap">
        <EstadoChip estado={sw.estado} viejo={viejo} />
        {sw.estado_ts !== null && <Edad ts={sw.estado_ts} viejo={viejo} />}
        {sw.placa_online === 0 && (
          <Text as="span" fontSize="xs" color="fg.warning" fontWeight="600">
            {textos.placaSinConexion}
          </Text>
        )}
      </Flex>
      <MandoSwitch switchId={sw.id} nombre={`${sw.zona} - ${sw.nombre}`} activo={conectado} />
    </Flex>
  );
}
