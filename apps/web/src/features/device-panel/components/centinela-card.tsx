import type { Dispositivo } from '@acequia/contracts';
import { Button, Center, Flex, Spinner, Text } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import { useOld } from '../../../components/age.js';
import { Card } from '../../../components/card.js';
import { PhaseTable } from '../../../entities/dispositivo/phase-table.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useCentinela } from '../api/dispositivos-of-usuario.js';
import { texts } from '../textos.js';
import { DeviceHeading } from './device-heading.js';

/** A three-phase meter with its latest values. */
export function Centinela({ dispositivo }: { dispositivo: Dispositivo }) {
  const { reading, metricas, loading } = useCentinela(dispositivo.id);
  const navigate = useNavigate();
  const connected = useServerThere();
  const old = useOld(reading?.ts_ms ?? null, connected && (reading?.online ?? false));
  return (
    <Card p="4" data-dispositivo={dispositivo.id}>
      <DeviceHeading dispositivo={dispositivo} reading={reading} />
      {loading ? (
        <Center minH="52">
          <Spinner />
        </Center>
      ) : (
        <PhaseTable metricas={metricas} old={old} />
      )}
      <Flex justify="space-between" align="center" mt="3" gap="2" wrap="wrap">
        <Text fontSize="xs" color="fg.muted">
          {texts.lastReading(dateTimeOf(metricas?.fecha) || '—')}
        </Text>
        <Button
          variant="outline"
          onClick={() => void navigate(`/panel/centinelas/${dispositivo.id}`, { state: { dispositivo } })}
        >
          {texts.seeDetail}
        </Button>
      </Flex>
    </Card>
  );
}
