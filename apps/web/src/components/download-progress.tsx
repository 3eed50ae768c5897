import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Avance } from '../lib/http/api-client.js';
import type { Descarga } from '../lib/http/use-download.js';
import { numero } from '../lib/format/format.js';

const MB = 1_048_576;
const textos = {
  bajando: 'Descargando',
  preparando: 'Preparando el archivo…',
  filas: (filas: string) => `${filas} filas`,
  de: (filas: string, total: string) => `${filas} de ${total} filas`,
  mb: (mb: string) => `${mb} MB`,
  cancelar: 'Cancelar',
};
const enMb = new Intl.NumberFormat('es-MX', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** What was counted beforehand may be a little short: more than all is not said. */
const textoDe = ({ filas, bytes, total }: Avance): string => {
  const cuantas =
    total === null ? textos.filas(numero(filas)) : textos.de(numero(filas), numero(Math.max(filas, total)));
  return `${cuantas} · ${textos.mb(enMb.format(bytes / MB))}`;
};

/** How far a download is, and the way to end it; nothing while none runs. */
export function AvanceDescarga({
  bajando,
  avance,
  cancelar,
}: Pick<Descarga<never>, 'bajando' | 'avance' | 'cancelar'>) {
  if (!bajando) return null;
  const total = avance?.total ?? null;
  const parte = avance && total ? Math.min(1, avance.filas / total) : null;
  return (
    <Flex align="center" gap="3" w="full" mb="4" px="3" py="2" borderWidth="1px" rounded="md" bg="bg.subtle">
      <Box flex="1" minW="0">
        <Text fontSize="sm" fontVariantNumeric="tabular-nums">
          {avance ? textoDe(avance) : textos.preparando}
        </Text>
        <Box
          role="progressbar"
          aria-label={textos.bajando}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(parte !== null && { 'aria-valuenow': Math.round(parte * 100) })}
          mt="1.5"
          h="1.5"
          rounded="full"
          bg="bg.emphasized"
          overflow="hidden"
        >
          <Box
            h="full"
            rounded="full"
            bg="colorPalette.solid"
            w={parte === null ? '30%' : `${parte * 100}%`}
            {...(parte === null
              ? { animation: 'pulse', animationDuration: '1.4s', animationIterationCount: 'infinite' }
              : { transition: 'width 150ms linear' })}
          />
        </Box>
      </Box>
      <Button size="sm" variant="outline" onClick={cancelar}>
        {textos.cancelar}
      </Button>
    </Flex>
  );
}
