import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Age, useOld } from '../../../components/age.js';
import { withSuffix } from '../../../lib/format/format.js';
import { texts } from '../textos.js';

const SUFFIXES = { temperatura: ' °C', humedad: ' %' } as const;

interface Props {
  sw: SwitchEnVivo;
  from: keyof typeof SUFFIXES;
  connected: boolean;
}

/** A sensor value with its age; "-" when there is none. Outdated values are dimmed. */
export function SensorValue({ sw, from, connected }: Props) {
  const value = sw[from];
  const exists = value !== null;
  const old = useOld(sw.sensor_ts, connected && sw.placa_online === 1) && exists;
  return (
    <Flex direction="column" gap="0.5" data-medida={from} data-viejo={old || undefined}>
      <Text
        fontSize="lg"
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        lineHeight="1.2"
        color={old || !exists ? 'fg.subtle' : 'fg'}
        title={exists || sw.tiene_sensor === 1 ? undefined : texts.noSensor}
      >
        {withSuffix(value, SUFFIXES[from])}
      </Text>
      {exists && <Age ts={sw.sensor_ts} old={old} />}
    </Flex>
  );
}
