import { inUnit } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import type { UsualLimit } from '../lib/usual-limits.js';
import { texts } from '../textos.js';

interface Props {
  limits: readonly UsualLimit[];
  onChoose: (limit: UsualLimit) => void;
}

/** The limits of each type of place, to take one with a press. */
export function UsualLimits({ limits, onChoose }: Props) {
  if (limits.length === 0) return null;
  return (
    <Flex role="group" aria-label={texts.usual} gridColumn={{ sm: '1 / -1' }} gap="2" wrap="wrap" align="center">
      <Text color="fg.muted">{texts.usual}</Text>
      {limits.map((limit) => (
        <Button key={limit.lugar} size="xs" variant="outline" onClick={() => onChoose(limit)}>
          {`${limit.lugar}: ${inUnit(limit.magnitud, limit.umbral)}`}
        </Button>
      ))}
    </Flex>
  );
}
