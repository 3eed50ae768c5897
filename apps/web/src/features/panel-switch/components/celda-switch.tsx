import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Edad } from '../../../components/edad.js';
import { EstadoChip } from '../../../components/estado-chip.js';
import { esViejo } from '../../../lib/frescura.js';
import { textos } from '../textos.js';

interface Props {
  sw: SwitchEnVivo;
  now: number;
  /** False while the browser itself has no connection. */
  conectado: boolean;
}

/** "zona - nombre", the state chip and how old it is. An unreachable board is named as such. */
export function CeldaSwitch({ sw, now, conectado }: Props) {
  const viejo = esViejo(sw.estado_ts, now, conectado && sw.placa_online === 1);
  return (
    <Flex direction="column" gap="1.5" minW="0" data-switch={sw.id}>
      <Text fontWeight="550" lineClamp="2" title={`${sw.zona} - ${sw.nombre}`}>
        {sw.zona} - {sw.nombre}
      </Text>
      <Flex align="center" gap="2.5" wrap="wrap">
        <EstadoChip estado={sw.estado} viejo={viejo} />
        {sw.estado_ts !== null && <Edad ts={sw.estado_ts} now={now} viejo={viejo} />}
        {sw.placa_online === 0 && (
          <Text as="span" fontSize="xs" color="fg.warning" fontWeight="600">
            {textos.placaSinConexion}
          </Text>
        )}
      </Flex>
    </Flex>
  );
}
