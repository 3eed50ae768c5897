import { Button, Center, Flex, Heading, Spinner, Stack, Text } from '@chakra-ui/react';
import { Link, useParams } from 'react-router-dom';
import { useOld } from '../../components/age.js';
import { OnlineChip } from '../../components/online-chip.js';
import { RefreshIcon, BackIcon } from '../../components/icons.js';
import { Card } from '../../components/card.js';
import { isCentinela, REASON_TEXT } from '@acequia/contracts';
import { useServerThere, useOwnConnection } from '../../lib/live/live.js';
import { readUsuario } from '../../lib/session.js';
import { useCentinela, useMeasurement } from './api/centinela.js';
import { EnergyPerDay } from './components/energy-per-day.js';
import { LiveValues } from './components/live-values.js';
import { History } from './components/history.js';
import { texts } from './textos.js';

/** One meter (CEN-1, DEC-8): live values per phase, history, and energy per day. */
export function Component() {
  const id = Number(useParams()['id']);
  const { dispositivo, loading, failure } = useCentinela(id, readUsuario()?.id ?? 0);
  if (loading)
    return (
      <Center minH="50dvh">
        <Spinner />
      </Center>
    );
  return (
    <Stack gap="5">
      <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3">
        <Link to="/panel/dispositivos">
          <BackIcon /> {texts.goBack}
        </Link>
      </Button>
      {dispositivo && isCentinela(dispositivo.tipo) ? (
        <Details id={id} nombre={dispositivo.nombre} shellyId={dispositivo.shelly_id} />
      ) : (
        <Card>
          {failure ? (
            <Text role="alert" color="fg.warning">
              {texts.notRead}
            </Text>
          ) : (
            <Text role="status">{dispositivo ? texts.noMeter(dispositivo.nombre) : texts.noDispositivo}</Text>
          )}
        </Card>
      )}
    </Stack>
  );
}

function Details({ id, nombre, shellyId }: { id: number; nombre: string; shellyId: string }) {
  useOwnConnection();
  const { reading, loading, refresh, refreshing } = useMeasurement(id);
  const old = useOld(reading?.ts_ms ?? null, useServerThere());
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <Stack gap="1">
          <Flex align="center" gap="3" wrap="wrap">
            <Heading as="h1" size={{ base: 'xl', md: '2xl' }} overflowWrap="anywhere">
              {nombre}
            </Heading>
            <OnlineChip online={reading?.online ?? false} old={old} unread={!reading} seenAt={reading?.ts_ms ?? null} />
          </Flex>
          <Text color="fg.muted" fontSize="xs">
            ID: {shellyId}
          </Text>
          {reading?.motivo && (
            <Text color="fg.warning" fontWeight="550" role="status">
              {REASON_TEXT[reading.motivo]}
            </Text>
          )}
        </Stack>
        <Button colorPalette="campo" onClick={() => refresh()} disabled={refreshing}>
          {refreshing ? <Spinner size="sm" /> : <RefreshIcon />} {refreshing ? texts.updating : texts.refresh}
        </Button>
      </Flex>
      <LiveValues
        metricas={reading?.metricas ?? undefined}
        loading={loading}
        online={(reading?.online ?? false) && !old}
      />
      <History id={id} live={reading?.metricas ?? undefined} />
      <EnergyPerDay id={id} />
    </>
  );
}
