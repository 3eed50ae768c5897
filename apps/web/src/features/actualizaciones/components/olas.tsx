import type { ActualizacionDetalle } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import { texts } from '../textos.js';

/** How many boards of each ola have ended, well or not. */
export function Olas({ rollout: { olas, placas } }: { rollout: ActualizacionDetalle }) {
  const ended = (ola: number) =>
    placas.filter((placa) => placa.ola === ola && ['lista', 'fallo', 'omitida'].includes(placa.estado)).length;
  return (
    <Flex gap="5" wrap="wrap">
      {olas.map((size, i) => (
        <Ola key={i} name={texts.one.ola(i + 1, size)} ended={ended(i + 1)} size={size} />
      ))}
    </Flex>
  );
}

function Ola({ name, ended, size }: { name: string; ended: number; size: number }) {
  return (
    <Box flex="1 1 9rem">
      <Text fontSize="sm" color="fg.muted">
        {name}
      </Text>
      <Box
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={ended}
        my="1.5"
        h="1.5"
        rounded="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <Box h="full" w={`${(100 * ended) / size}%`} bg="campo.solid" />
      </Box>
      <Text fontSize="sm" fontVariantNumeric="tabular-nums">
        {texts.ofAll(ended, size)}
      </Text>
    </Box>
  );
}
