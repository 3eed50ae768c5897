import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Edad } from '../../../components/edad.js';
import { medida } from '../../../lib/format.js';
import { esViejo } from '../../../lib/frescura.js';

interface Props {
  sw: SwitchEnVivo;
  valor: number | null;
  sufijo: string;
  now: number;
  conectado: boolean;
}

/** A sensor value with its age; "-" when there is none. Old ones are dimmed, never passed off as present. */
export function MedidaSensor({ sw, valor, sufijo, now, conectado }: Props) {
  const hay = valor !== null;
  const viejo = hay && esViejo(sw.sensor_ts, now, conectado && sw.placa_online === 1);
  return (
    <Flex direction="column" gap="0.5">
      <Text
        fontSize="lg"
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        lineHeight="1.2"
        color={viejo || !hay ? 'fg.subtle' : 'fg'}
      >
        {medida(valor, sufijo)}
      </Text>
      {hay && <Edad ts={sw.sensor_ts} now={now} viejo={viejo} />}
    </Flex>
  );
}
