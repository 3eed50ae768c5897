import { Flex, Text } from '@chakra-ui/react';
import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { Link } from 'react-router-dom';
import { Age } from '../../../components/age.js';
import { TimeLeft } from '../../../entities/programa/time-left.js';
import { StateChip } from '../../../components/state-chip.js';
import { SwitchControls } from '../../../entities/switch/switch-controls.js';
import { LinkHealth } from '../../../entities/switch/link-health.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useMore } from '../api/turnos.js';
import { type Change, type Face, faceOf } from '../lib/face.js';
import { texts } from '../textos.js';

interface Props {
  sw: SwitchEnVivo;
  connected: boolean;
  change: Change | undefined;
  turnos: readonly Turno[];
  /** The row shows this switch's sensor. */
  withSensor?: boolean;
}

/** "zona - nombre", the state chip with its age, any fault, and the controls. */
export function SwitchCell({ sw, connected, change, turnos, withSensor = false }: Props) {
  const { old, when, percent, program } = JSON.parse(
    useByClock((now) => JSON.stringify(faceOf(sw, change, turnos, connected, now))),
  ) as Face;
  const more = useMore(sw, turnos);
  const nombre = `${sw.zona} - ${sw.nombre}`;
  return (
    <Flex direction="column" gap="1.5" minW="0" data-switch={sw.id}>
      <Text fontWeight="550" overflowWrap="anywhere" _hover={{ textDecoration: 'underline' }} asChild>
        <Link to={`/panel/switch/${sw.id}`}>{nombre}</Link>
      </Text>
      <Flex align="center" columnGap="2.5" rowGap="1" wrap="wrap">
        <StateChip estado={sw.estado} old={old} />
        {when && !program && (
          <Text as="span" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            {when}
          </Text>
        )}
        {percent !== null && (
          <button
            type="button"
            className="mas"
            aria-label={texts.more10Of(nombre)}
            disabled={!connected}
            onClick={more}
          >
            {texts.more10}
          </button>
        )}
        {sw.estado_ts !== null && <Age ts={sw.estado_ts} old={old} />}
        {connected && <LinkHealth sw={sw} withSensor={withSensor} />}
      </Flex>
      <TimeLeft switchId={sw.id} />
      <SwitchControls sw={sw} nombre={nombre} activo={connected} />
    </Flex>
  );
}
