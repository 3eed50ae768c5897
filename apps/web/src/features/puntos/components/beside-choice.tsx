import type { Punto } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { besides, hasRoom } from '../lib/together.js';
import { texts } from '../textos.js';

interface Props {
  punto: Punto;
  /** The company's points. */
  all: readonly Punto[];
  chosen: readonly Punto[];
  onChange: (ids: number[]) => void;
}

/** Which other points of the place are drawn on the same time axis. */
export function BesideChoice({ punto, all, chosen, onChange }: Props) {
  const offered = besides(punto, all);
  if (offered.length === 0) return null;
  const ids = chosen.map(({ id }) => id);
  return (
    <Flex role="group" aria-label={texts.history.beside} gap="1" wrap="wrap" align="center" mb="4">
      <Text color="fg.muted" me="1">
        {texts.history.beside}
      </Text>
      {offered.map((one) => {
        const drawn = ids.includes(one.id);
        return (
          <Button
            key={one.id}
            size="xs"
            variant={drawn ? 'solid' : 'outline'}
            aria-pressed={drawn}
            disabled={!drawn && !hasRoom(punto, chosen, one)}
            onClick={() => onChange(drawn ? ids.filter((id) => id !== one.id) : [...ids, one.id])}
          >
            {one.nombre}
          </Button>
        );
      })}
    </Flex>
  );
}
