import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useByClock } from '../../lib/time/clock.js';
import { healthOf } from './health.js';

export const useLinkHealth = (sw: SwitchEnVivo, withSensor: boolean): string | null =>
  useByClock((now) => healthOf(sw, now, withSensor) ?? '') || null;

/** Shows a fault of link, data or sensor; renders nothing when there is none. */
export function LinkHealth({ sw, withSensor }: { sw: SwitchEnVivo; withSensor: boolean }) {
  const text = useLinkHealth(sw, withSensor);
  return (
    text && (
      <Text as="span" fontSize="xs" color="fg.warning" fontWeight="600" data-salud>
        {text}
      </Text>
    )
  );
}
