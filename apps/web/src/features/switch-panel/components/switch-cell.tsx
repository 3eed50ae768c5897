import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo } from '@acequia/contracts';
import { Age, useOld } from '../../../components/age.js';
import { TimeLeft } from '../../../entities/programa/time-left.js';
import { StateChip } from '../../../components/state-chip.js';
import { SwitchControls } from '../../../entities/switch/switch-controls.js';
import { LinkHealth } from '../../../entities/switch/link-health.js';

interface Props {
  sw: SwitchEnVivo;
  connected: boolean;
  /** Its sensor is the one the row shows. */
  withSensor?: boolean;
}

/** "zona - nombre", the state chip and how old it is, what fails on the way to it, and its controls. */
export function SwitchCell({ sw, connected, withSensor = false }: Props) {
  const old = useOld(sw.estado_ts, connected && sw.placa_online === 1);
  return (
    <Flex direction="column" gap="1.5" minW="0" data-switch={sw.id}>
      <Text fontWeight="550" overflowWrap="anywhere">
        {sw.zona} - {sw.nombre}
      </Text>
      <Flex align="center" columnGap="2.5" rowGap="1" wrap="wrap">
        <StateChip estado={sw.estado} old={old} />
        {sw.estado_ts !== null && <Age ts={sw.estado_ts} old={old} />}
        {connected && <LinkHealth sw={sw} withSensor={withSensor} />}
      </Flex>
      <TimeLeft switchId={sw.id} />
      <SwitchControls sw={sw} nombre={`${sw.zona} - ${sw.nombre}`} activo={connected} />
    </Flex>
  );
}
