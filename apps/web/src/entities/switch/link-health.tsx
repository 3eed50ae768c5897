import type { SwitchEnVivo } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useByClock } from '../../lib/time/clock.js';
import { healthOf } from './health.js';

export const useLinkHealth = (sw: SwitchEnVivo, withSensor: boolean): string | null =>
  useByClock((now) => healthOf(sw, now, withSensor) ?? '') || null;

/** What of link, data and sensor fails; nothing when all is well. */
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
