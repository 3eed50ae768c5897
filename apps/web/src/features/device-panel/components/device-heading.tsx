import type { Dispositivo, LecturaEnVivo } from '@acequia/contracts';
import { Flex, Heading, Text } from '@chakra-ui/react';
import { REASON_TEXT } from '@acequia/contracts';
import { useOld } from '../../../components/age.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { useServerNow } from '../../../lib/time/clock.js';
import { readingAgeOf } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { texts } from '../textos.js';

interface Props {
  dispositivo: Dispositivo;
  reading: LecturaEnVivo | undefined;
}

/**
 * When the device was last seen, ms: by its own clock if it reports one, otherwise by the server's. Capped at the server's time, or a
 * device whose clock is ahead would always show "hace 0s".
 */
const lastSeen = (reading: LecturaEnVivo | undefined): number | null => {
  const heard = reading?.ts_ms ?? null;
  const fecha = reading?.metricas?.fecha ? Date.parse(reading.metricas.fecha) : NaN;
  return Number.isNaN(fecha) ? heard : Math.min(fecha, heard ?? fecha);
};

/** A device's name, whether it is online, and when it was last seen. */
export function DeviceHeading({ dispositivo, reading }: Props) {
  const now = useServerNow();
  const seenAt = lastSeen(reading);
  const old = useOld(reading?.ts_ms ?? null, useServerThere());
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap="2">
        <Heading as="h3" size="md" fontFamily="body" fontWeight="650" lineClamp="2" title={dispositivo.nombre}>
          {dispositivo.nombre}
        </Heading>
        <OnlineChip online={reading?.online ?? false} old={old} unread={!reading} seenAt={seenAt} />
      </Flex>
      <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {texts.id(dispositivo.shelly_id)}
        {seenAt === null ? '—' : readingAgeOf(seenAt, now)}
      </Text>
      {reading?.motivo && (
        <Text fontSize="xs" color="fg.warning" fontWeight="550" mt="1">
          {REASON_TEXT[reading.motivo]}
        </Text>
      )}
    </>
  );
}
