import type { ActualizacionDetalle } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import { texts } from '../textos.js';

/** How many boards of each ola have ended, well or not. */
export function Olas({ rollout: { olas, placas } }: { rollout: ActualizacionDetalle }) {
  const count = (ola: number, estados: readonly string[]) =>
    placas.filter((placa) => placa.ola === ola && estados.includes(placa.estado)).length;
  return (
    <Flex gap="5" wrap="wrap">
      {olas.map((size, i) => (
        <Ola
          key={i}
          name={texts.one.ola(i + 1, size)}
          well={count(i + 1, ['lista', 'omitida'])}
          failed={count(i + 1, ['fallo'])}
          size={size}
        />
      ))}
    </Flex>
  );
}

function Ola({ name, well, failed, size }: { name: string; well: number; failed: number; size: number }) {
  const ended = well + failed;
  const part = (boards: number, color: string) => <Box h="full" w={`${(100 * boards) / size}%`} bg={color} />;
  return (
    <Box flex="1 1 9rem">
      <Text fontSize="sm" color="fg.muted">
        {name}
      </Text>
      <Flex
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
        {part(well, 'campo.solid')}
        {part(failed, 'fg.warning')}
      </Flex>
      <Text fontSize="sm" fontVariantNumeric="tabular-nums">
        {texts.ofAll(ended, size)}
      </Text>
    </Box>
  );
}
