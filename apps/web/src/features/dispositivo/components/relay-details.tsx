import { type Dispositivo, REASON_TEXT } from '@acequia/contracts';
import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { useMemo, type ReactNode } from 'react';
import { useOld } from '../../../components/age.js';
import { Card } from '../../../components/card.js';
import { DetailHeading } from '../../../components/detail.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { StateChip } from '../../../components/state-chip.js';
import { DataTable } from '../../../components/table/table.js';
import { ZoneNote } from '../../../components/zone-note.js';
import { OpenAvisos } from '../../../entities/aviso/open-avisos.js';
import { comandoColumns } from '../../../entities/comando/columns.js';
import { useComandos } from '../../../entities/comando/use-comandos.js';
import { DeviceButtons } from '../../../entities/dispositivo/device-buttons.js';
import { lostOrder, useDeviceOrder } from '../../../entities/dispositivo/use-device-order.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useOwnConnection, useServerThere } from '../../../lib/live/live.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useMeasurement } from '../api/centinela.js';
import { relaySentence } from '../lib/relay-sentence.js';
import { texts } from '../textos.js';
import { RelayDay } from './relay-day.js';

interface Props {
  dispositivo: Pick<Dispositivo, 'id' | 'nombre' | 'shelly_id'>;
  /** Links beside its name. */
  children?: ReactNode;
}

/** A relay: its state, its two buttons, and who ordered what. */
export function RelayDetails({ dispositivo: { id, nombre, shelly_id }, children }: Props) {
  useOwnConnection();
  const dates = useDates();
  const { reading } = useMeasurement(id);
  const { order, press } = useDeviceOrder(id);
  const connected = useServerThere();
  const online = reading?.online ?? false;
  const old = useOld(reading?.ts_ms ?? null, online && connected);
  const comandos = useComandos({ dispositivo_id: String(id) }, true);
  const columns = useMemo(() => comandoColumns(() => nombre, dates).filter((one) => one.id !== 'que'), [nombre, dates]);
  const sentence = useByClock((now) => relaySentence(reading?.estado.estado ?? null, comandos.data, now, dates));
  const failure = neverCame(comandos);
  return (
    <>
      <DetailHeading
        title={nombre}
        subtitle={texts.id(shelly_id)}
        chip={<OnlineChip online={online} old={old} unread={!reading} seenAt={reading?.ts_ms ?? null} />}
      >
        {children}
      </DetailHeading>
      <ZoneNote />
      <Card>
        <Text fontSize="lg" fontWeight="600" mb="2" data-estado>
          {sentence}
        </Text>
        <Flex align="center" gap="3" mb="3" wrap="wrap">
          <StateChip estado={reading?.estado.estado ?? null} old={old} />
          {reading?.motivo && (
            <Text color="fg.warning" fontWeight="550" fontSize="sm">
              {REASON_TEXT[reading.motivo]}
            </Text>
          )}
        </Flex>
        <Box maxW="26rem">
          <DeviceButtons
            buttonTexts={texts.buttons}
            online={online}
            order={order ?? lostOrder(reading)}
            onPress={(accion) => void press(accion)}
          />
        </Box>
      </Card>
      <OpenAvisos of={({ dispositivo_id }) => dispositivo_id === id} />
      {comandos.data && <RelayDay comandos={comandos.data} isOn={reading?.estado.estado === 1} />}
      <Card>
        <Heading as="h2" size="lg" mb="3">
          {texts.orders}
        </Heading>
        <DataTable
          nombre={texts.ordersFile(nombre)}
          rows={comandos.data ?? (failure ? [] : undefined)}
          columns={columns}
          keyOf={({ comando_id }) => comando_id}
          unread={failure}
          empty={failure ? texts.ordersFailed : texts.noOrders}
        />
      </Card>
    </>
  );
}
