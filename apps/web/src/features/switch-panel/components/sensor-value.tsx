import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Edad, useViejo } from '../../../components/age.js';
import { medida } from '../../../lib/format/format.js';
import { textos } from '../textos.js';

const SUFIJOS = { temperatura: ' °C', humedad: ' %' } as const;

interface Props {
  sw: SwitchEnVivo;
  de: keyof typeof SUFIJOS;
  conectado: boolean;
}

/** A sensor value with its age; "-" when there is none. Old ones are dimmed, never passed off as present. */
export function MedidaSensor({ sw, de, conectado }: Props) {
  const valor = sw[de];
  const hay = valor !== null;
  const viejo = useViejo(sw.sensor_ts, conectado && sw.placa_online === 1) && hay;
  return (
    <Flex direction="column" gap="0.5" data-medida={de} data-viejo={viejo || undefined}>
      <Text
        fontSize="lg"
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        lineHeight="1.2"
        color={viejo || !hay ? 'fg.subtle' : 'fg'}
        title={hay || sw.tiene_sensor === 1 ? undefined : textos.sinSensor}
      >
        {medida(valor, SUFIJOS[de])}
      </Text>
      {hay && <Edad ts={sw.sensor_ts} viejo={viejo} />}
    </Flex>
  );
}
