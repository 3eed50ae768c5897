import type { CampoSinUsar, Placa } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Age } from '../../../components/age.js';
import { Card } from '../../../components/card.js';
import { api } from '../../../lib/http/api-client.js';
import { numero } from '../../../lib/format/format.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

const { unused: t } = texts;
const REFRESH_MS = 30_000;
/** So many boards are asked, and so many fields shown at first. */
const MOST_BOARDS = 30;
const FIRST = 8;

/** A field of a board's messages that is no point. */
export interface Found {
  placa: Placa;
  campo: CampoSinUsar;
}

interface Props {
  /** The company's boards. */
  placas: readonly Placa[];
  onUse: (found: Found) => void;
}

/** What boards with other firmware send and nobody keeps; each becomes a point with a press. Nothing where there is none. */
export function UnusedFields({ placas, onUse }: Props) {
  const [all, setAll] = useState(false);
  const boards = placas.filter(({ dialecto }) => dialecto !== 'acequia').slice(0, MOST_BOARDS);
  const readings = useQueries({
    queries: boards.map(({ placa_id }) => ({
      queryKey: ['puntos.listar', 'sin-usar', placa_id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('puntos.sin_usar', { query: { placa_id: String(placa_id) } }, { signal }),
      refetchInterval: soonAfterFailure(REFRESH_MS),
    })),
  });
  const found = boards.flatMap((placa, i) => (readings[i]?.data ?? []).map((campo): Found => ({ placa, campo })));
  if (found.length === 0) return null;
  return (
    <Card mt="5" aria-label={t.title}>
      <Heading as="h2" size="lg" mb="1">
        {t.title}
      </Heading>
      <Text color="fg.muted" mb="3">
        {t.help}
      </Text>
      <Box as="ul" listStyleType="none">
        {(all ? found : found.slice(0, FIRST)).map((one) => {
          const { placa, campo } = one;
          return (
            <Flex
              as="li"
              key={`${placa.placa_id} ${campo.ruta}`}
              py="2"
              gap="3"
              align="center"
              wrap="wrap"
              borderTopWidth="1px"
            >
              <Box flex={{ base: '1 1 100%', sm: '1 1 14rem' }} minW="0">
                <Text fontWeight="600" overflowWrap="anywhere">
                  {campo.ruta}
                </Text>
                <Text fontSize="xs" color="fg.muted">
                  {placa.nombre || texts.placa(placa.id)}
                </Text>
              </Box>
              <Text fontVariantNumeric="tabular-nums">{numero(campo.valor)}</Text>
              <Age ts={campo.ts} />
              <Button ms="auto" size="sm" variant="outline" aria-label={t.useOf(campo.ruta)} onClick={() => onUse(one)}>
                {t.use}
              </Button>
            </Flex>
          );
        })}
      </Box>
      {found.length > FIRST && !all && (
        <Button size="sm" variant="ghost" mt="2" onClick={() => setAll(true)}>
          {t.more(found.length - FIRST)}
        </Button>
      )}
    </Card>
  );
}
