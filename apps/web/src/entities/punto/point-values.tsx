import type { Punto } from '@acequia/contracts';
import { Box, Button, Flex, Heading, SimpleGrid, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Age } from '../../components/age.js';
import { Card } from '../../components/card.js';
import { MagnitudeIcon } from '../../components/magnitude-icon.js';
import { TextLink } from '../../components/text-link.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useByClock } from '../../lib/time/clock.js';
import { puntoAddress, puntosAddress } from '../addresses.js';
import { texts } from './textos.js';
import { usePuntos } from './use-puntos.js';
import { inWords, isOutdated, NO_VALUE } from './value.js';

/** More of them are a page of their own. */
const MOST = 24;

interface Props {
  empresaId: number;
  /** Of this board only; absent = all of the company. */
  placaId?: number;
  columns: Record<string, number>;
}

/** What is measured now, live: nothing where there is no point. */
export function PointValues({ empresaId, placaId, columns }: Props) {
  const reading = usePuntos(empresaId);
  const all = (reading.data ?? []).filter(
    ({ activo, placa_id }) => activo === 1 && (placaId === undefined || placa_id === placaId),
  );
  if (neverCame(reading))
    return (
      <Text role="alert" color="fg.warning">
        {texts.unread}
      </Text>
    );
  if (all.length === 0) return null;
  return (
    <Card as="section" aria-label={texts.title} minW="0">
      <Flex justify="space-between" align="center" gap="3" mb="2">
        <Heading as="h2" size="md">
          {texts.title}
        </Heading>
        {all.length > MOST && (
          <Button asChild variant="ghost" size="sm">
            <Link to={puntosAddress(empresaId)}>{texts.all(all.length)}</Link>
          </Button>
        )}
      </Flex>
      <SimpleGrid as="dl" columns={columns} gapX="6" gapY="3">
        {all.slice(0, MOST).map((punto) => (
          <Value key={punto.id} punto={punto} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

function Value({ punto }: { punto: Punto }) {
  const { magnitud, sitio, ts, valor } = punto;
  const old = useByClock((now) => isOutdated(punto, now));
  return (
    <Box minW="0">
      <Text as="dt" fontSize="sm" overflowWrap="anywhere">
        <MagnitudeIcon magnitud={magnitud} />
        <TextLink to={puntoAddress(punto)}>{punto.nombre}</TextLink>
        {sitio !== '' && (
          <Text as="span" color="fg.muted">
            {' '}
            · {sitio}
          </Text>
        )}
      </Text>
      <Box as="dd" fontSize="md" fontWeight="600" fontVariantNumeric="tabular-nums" opacity={old ? 0.7 : 1}>
        {ts === null ? NO_VALUE : inWords(magnitud, valor)} {ts !== null && <Age ts={ts} old={old} />}
      </Box>
    </Box>
  );
}
