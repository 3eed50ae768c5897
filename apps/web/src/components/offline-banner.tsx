import { Flex, Text } from '@chakra-ui/react';
import { ageOf, dateTimeOf } from '../lib/format/format.js';
import { useServerThere } from '../lib/live/live.js';
import { useLastStateTime } from '../lib/offline/last-state-provider.js';
import { useByClock } from '../lib/time/clock.js';
import { OfflineIcon } from './icons.js';
import { texts } from './textos.js';

/** Shown at the top while the server does not answer: the values on the screen may be outdated. */
export function OfflineBanner() {
  const connected = useServerThere();
  const lastState = useLastStateTime();
  const age = useByClock((now) => (lastState === null ? '' : ageOf(lastState, now)));
  return (
    <div role="status" aria-live="assertive">
      {!connected && (
        <Flex align="center" justify="center" gap="2.5" px="4" py="2.5" bg="miel.300" color="miel.950" fontWeight="550">
          <OfflineIcon />
          <Text>
            {texts.offline.title}{' '}
            {lastState === null ? texts.offline.outdated : texts.offline.lastKnown(age, dateTimeOf(lastState))}
          </Text>
        </Flex>
      )}
    </div>
  );
}
