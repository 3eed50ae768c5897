import { type CampoSinUsar, LORAWAN_RADIO, type Placa, numero } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Age } from '../../../components/age.js';
import { Card } from '../../../components/card.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { NO_VALUE } from '../../../entities/punto/value.js';
import { texts } from '../textos.js';

const { unused: t } = texts;
const RADIO: readonly string[] = Object.values(LORAWAN_RADIO);
const REFRESH_MS = 30_000;
/** So many boards are asked, and so many fields shown at first. */
const MOST_BOARDS = 30;
const FIRST = 8;

/** A field that arrives and is not kept. */
export interface Found {
  /** null = of a LoRaWAN node. */
  placa: Placa | null;
  campo: CampoSinUsar;
}

interface Props {
  empresaId: number;
  /** The company's boards. */
  placas: readonly Placa[];
  onUse: (found: Found) => void;
}

/** What is wrong comes first, and how a node was heard last. */
const rankOf = ({ campo: { rechazo, ruta } }: Found): number => {
  if (rechazo !== null) return 0;
  return RADIO.includes(ruta) ? 2 : 1;
};

const sourceName = ({ placa, campo }: Found): string =>
  placa ? placa.nombre || texts.placa(placa.id) : t.node(campo.nodo || (campo.dev_eui ?? ''));

/** What boards with other firmware and LoRaWAN nodes send and nobody keeps; each becomes a point with a press. Nothing where there is none. */
export function UnusedFields({ empresaId, placas, onUse }: Props) {
  const [all, setAll] = useState(false);
  const boards = placas.filter(({ dialecto }) => dialecto !== 'acequia').slice(0, MOST_BOARDS);
  const sources = [
    ...boards.map((placa) => ({ placa, query: { placa_id: String(placa.placa_id) } })),
    { placa: null, query: { fuente: 'lorawan', empresa_id: String(empresaId) } as const },
  ];
  const readings = useQueries({
    queries: sources.map(({ query }) => ({
      queryKey: ['puntos.listar', 'sin-usar', query],
      queryFn: ({ signal }: { signal: AbortSignal }) => api('puntos.sin_usar', { query }, { signal }),
      refetchInterval: soonAfterFailure(REFRESH_MS),
    })),
  });
  const found = sources
    .flatMap(({ placa }, i) => (readings[i]?.data ?? []).map((campo): Found => ({ placa, campo })))
    .sort((one, other) => rankOf(one) - rankOf(other));
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
          const { ruta, valor, ts, rechazo } = campo;
          return (
            <Flex
              as="li"
              key={`${placa?.placa_id ?? campo.dev_eui} ${ruta}`}
              py="2"
              gap="3"
              align="center"
              wrap="wrap"
              borderTopWidth="1px"
            >
              <Box flex={{ base: '1 1 100%', sm: '1 1 14rem' }} minW="0">
                <Text fontWeight="600" overflowWrap="anywhere">
                  {ruta}
                </Text>
                <Text fontSize="xs" color="fg.muted">
                  {sourceName(one)}
                </Text>
                {rechazo !== null && (
                  <Text fontSize="sm" color="fg.warning">
                    {t.refused(rechazo)}
                  </Text>
                )}
              </Box>
              <Text fontVariantNumeric="tabular-nums">{valor === null ? NO_VALUE : numero(valor)}</Text>
              <Age ts={ts} />
              {rechazo === null && (
                <Button ms="auto" size="sm" variant="outline" aria-label={t.useOf(ruta)} onClick={() => onUse(one)}>
                  {t.use}
                </Button>
              )}
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
