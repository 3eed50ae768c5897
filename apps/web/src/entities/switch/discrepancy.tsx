import type { SwitchEnVivo } from '@acequia/contracts';
import { Flex } from '@chakra-ui/react';
import { useByClock } from '../../lib/time/clock.js';
import { ageOf } from '../../lib/format/format.js';
import { WarningIcon } from '../../components/icons.js';
import { texts } from './textos.js';

/** A sentence when the board's state has differed from the order for more than a moment; null when they agree. */
export const useDiscrepancy = ({ discrepancia, comando }: SwitchEnVivo): string | null =>
  useByClock((now) =>
    discrepancia === 1 && comando ? texts.discrepancia(comando.accion, ageOf(comando.ts, now)) : '',
  ) || null;

export function Discrepancy({ sw }: { sw: SwitchEnVivo }) {
  const text = useDiscrepancy(sw);
  return (
    text && (
      <Flex data-discrepancia w="full" gap="1.5" align="center" fontSize="xs" fontWeight="600" color="fg.error">
        <WarningIcon />
        <span>{text}</span>
      </Flex>
    )
  );
}
