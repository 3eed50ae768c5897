import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useSegunReloj } from '../../lib/time/clock.js';
import { saludDe } from './health.js';

export const useSalud = (sw: SwitchEnVivo, conSensor: boolean): string | null =>
  useSegunReloj((now) => saludDe(sw, now, conSensor) ?? '') || null;

/** What of link, data and sensor fails; nothing when all is well. */
export function Salud({ sw, conSensor }: { sw: SwitchEnVivo; conSensor: boolean }) {
  const texto = useSalud(sw, conSensor);
  return (
    texto && (
      <Text as="span" fontSize="xs" color="fg.warning" fontWeight="600" data-salud>
        {texto}
      </Text>
    )
  );
}
