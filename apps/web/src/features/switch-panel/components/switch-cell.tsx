import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Edad, useViejo } from '../../../components/age.js';
import { EstadoChip } from '../../../components/state-chip.js';
import { MandoSwitch } from '../../../entities/switch/switch-controls.js';
import { Salud } from '../../../entities/switch/link-health.js';

interface Props {
  sw: SwitchEnVivo;
  conectado: boolean;
  /** Its sensor is the one the row shows. */
  conSensor?: boolean;
}

/** "zona - nombre", the state chip and how old it is, what fails on the way to it, and its controls. */
export function CeldaSwitch({ sw, conectado, conSensor = false }: Props) {
  const viejo = useViejo(sw.estado_ts, conectado && sw.placa_online === 1);
  return (
    <Flex direction="column" gap="1.5" minW="0" data-switch={sw.id}>
      <Text fontWeight="550" overflowWrap="anywhere">
        {sw.zona} - {sw.nombre}
      </Text>
      <Flex align="center" columnGap="2.5" rowGap="1" wrap="wrap">
        <EstadoChip estado={sw.estado} viejo={viejo} />
        {sw.estado_ts !== null && <Edad ts={sw.estado_ts} viejo={viejo} />}
        {conectado && <Salud sw={sw} conSensor={conSensor} />}
      </Flex>
      <MandoSwitch sw={sw} nombre={`${sw.zona} - ${sw.nombre}`} activo={conectado} />
    </Flex>
  );
}
