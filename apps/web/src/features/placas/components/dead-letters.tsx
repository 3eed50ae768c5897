import { Box, chakra, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { fechaHora } from '../../../lib/format/format.js';
import { useDescartes } from '../api/placas.js';
import { textos } from '../textos.js';

const { descartes: t } = textos;

/** A board's dead letters: what it sent, when, and why it was not stored. */
export function Descartes({ placaId }: { placaId: number }) {
  const { data, isError } = useDescartes(placaId);
  return (
    <Box as="section" aria-label={t.titulo}>
      <Heading as="h3" size="md">
        {t.titulo}
      </Heading>
      <Text color="fg.muted" mb="3">
        {t.ayuda}
      </Text>
      {isError ? (
        <Text role="alert" color="fg.warning">
          {t.fallo}
        </Text>
      ) : data === undefined ? (
        <Skeleton h="16" />
      ) : data.length === 0 ? (
        <Text color="fg.muted" borderWidth="1px" borderStyle="dashed" rounded="md" px="4" py="5" textAlign="center">
          {t.ninguno}
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="2">
          {data.map(({ id, ts, motivo, detalle, topico, contenido }) => (
            <Box as="li" key={id} borderWidth="1px" rounded="md" px="3" py="2.5">
              <Flex gap="3" justify="space-between" wrap="wrap">
                <Text fontWeight="600">{t.motivos[motivo]}</Text>
                <Text color="fg.muted" fontVariantNumeric="tabular-nums">
                  {fechaHora(ts)}
                </Text>
              </Flex>
              {detalle && <Text overflowWrap="anywhere">{detalle}</Text>}
              <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
                {topico}
              </Text>
              <chakra.pre
                fontFamily="mono"
                fontSize="xs"
                mt="1.5"
                p="2"
                bg="bg.subtle"
                rounded="sm"
                whiteSpace="pre-wrap"
                overflowWrap="anywhere"
              >
                {contenido}
              </chakra.pre>
            </Box>
          ))}
        </Stack>
      )}
    </Box>
  );
}
