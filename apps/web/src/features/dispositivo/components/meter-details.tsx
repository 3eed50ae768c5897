import { type Dispositivo, REASON_TEXT } from '@acequia/contracts';
import { Button, Spinner, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Age, useOld } from '../../../components/age.js';
import { DetailHeading } from '../../../components/detail.js';
import { RefreshIcon } from '../../../components/icons.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { OpenAvisos } from '../../../entities/aviso/open-avisos.js';
import { twoDecimals } from '../../../lib/format/format.js';
import { useOwnConnection, useServerThere } from '../../../lib/live/live.js';
import { useMeasurement } from '../api/centinela.js';
import { texts } from '../textos.js';
import { EnergyPerDay } from './energy-per-day.js';
import { History } from './history.js';
import { LiveValues } from './live-values.js';

interface Props {
  dispositivo: Pick<Dispositivo, 'id' | 'nombre' | 'shelly_id'>;
  /** Links beside its name. */
  children?: ReactNode;
}

/** A meter: live values per phase, history, and energy per day. */
export function MeterDetails({ dispositivo: { id, nombre, shelly_id }, children }: Props) {
  useOwnConnection();
  const { reading, loading, refresh, refreshing } = useMeasurement(id);
  const old = useOld(reading?.ts_ms ?? null, useServerThere());
  const isNow = (reading?.online ?? false) && !old;
  const watts = reading?.metricas?.total_act_power ?? reading?.metricas?.potencia_activa ?? null;
  return (
    <>
      <DetailHeading
        title={nombre}
        subtitle={texts.id(shelly_id)}
        chip={
          <OnlineChip online={reading?.online ?? false} old={old} unread={!reading} seenAt={reading?.ts_ms ?? null} />
        }
      >
        {children}
        <Button colorPalette="campo" onClick={() => refresh()} disabled={refreshing}>
          {refreshing ? <Spinner size="sm" /> : <RefreshIcon />} {refreshing ? texts.updating : texts.refresh}
        </Button>
      </DetailHeading>
      {!loading && (
        <Text fontSize="lg" fontWeight="600" data-estado>
          {watts === null ? (
            texts.meter.unknown
          ) : (
            <>
              {texts.meter.is(watts < 0 ? 'returns' : 'consumes', isNow, twoDecimals(Math.abs(watts)))}{' '}
              <Age ts={reading?.ts_ms ?? null} old={!isNow} />
            </>
          )}
        </Text>
      )}
      {reading?.motivo && (
        <Text color="fg.warning" fontWeight="550" role="status">
          {REASON_TEXT[reading.motivo]}
        </Text>
      )}
      <OpenAvisos of={({ dispositivo_id }) => dispositivo_id === id} />
      <LiveValues metricas={reading?.metricas ?? undefined} loading={loading} online={isNow} />
      <History id={id} live={reading?.metricas ?? undefined} />
      <EnergyPerDay id={id} />
    </>
  );
}
