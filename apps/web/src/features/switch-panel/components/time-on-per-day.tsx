import { Box, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { duration, type EncendidoDia } from '@acequia/contracts';
import { useTimeOn } from '../api/time-on.js';
import { neverCame } from '../../../lib/http/query-client.js';
import type { SwitchPair } from '../lib/pairs.js';
import { texts } from '../textos.js';

const CHART_HEIGHT = '44px';

/** Minutes that the switches of a pair were ENCENDIDO on each day. */
export function TimeOnPerDay({ par }: { par: SwitchPair }) {
  return (
    <Box mt="5" pt="4" borderTopWidth="1px">
      <Heading as="h2" size="sm" mb="3">
        {texts.onPerDay}
      </Heading>
      <Flex gap="6" wrap="wrap">
        {[par.sw1, par.sw2].map(
          (sw) => sw && <Strip key={sw.id} switchId={sw.id} nombre={`${sw.zona} - ${sw.nombre}`} />,
        )}
      </Flex>
    </Box>
  );
}

const shortDay = (fecha: string): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}`;
const inWords = ({ fecha, minutos, minutos_sin_datos }: EncendidoDia): string => {
  if (minutos === null) return texts.dayWithoutData(shortDay(fecha));
  const silent = minutos_sin_datos > 0 ? texts.partsWithoutData(duration(minutos_sin_datos)) : '';
  return texts.onOfDay(shortDay(fecha), duration(minutos)) + silent;
};

/** Steps of the chart's scale, minutes: the smallest one that holds the longest day, so that twenty minutes are visible too. */
const STEPS_MIN = [30, 60, 120, 240, 480, 720, 1_440];
const scaleOf = (known: readonly EncendidoDia[]): number => {
  const longest = Math.max(0, ...known.map(({ minutos }) => minutos ?? 0));
  return STEPS_MIN.find((step) => longest <= step) ?? 1_500;
};

/** One bar per day; a dashed base marks a day without data, as opposed to zero minutes. */
function Strip({ switchId, nombre }: { switchId: number; nombre: string }) {
  const query = useTimeOn(switchId);
  const { data: dias } = query;
  const known = dias?.filter(({ minutos }) => minutos !== null) ?? [];
  const highest = scaleOf(known);
  const total = texts.onTotal(duration(known.reduce((sum, { minutos }) => sum + (minutos ?? 0), 0)));
  return (
    <Stack gap="1.5" flex="1 1 18rem" minW="0" data-encendido={switchId}>
      <Flex justify="space-between" gap="3" fontSize="sm">
        <Text fontWeight="550" overflowWrap="anywhere">
          {nombre}
        </Text>
        {known.length > 0 && (
          <Text color="fg.muted" flexShrink="0" fontVariantNumeric="tabular-nums">
            {total}
          </Text>
        )}
      </Flex>
      {!dias && !neverCame(query) ? (
        <Skeleton h={CHART_HEIGHT} />
      ) : known.length === 0 ? (
        <Text fontSize="sm" color={dias ? 'fg.muted' : 'fg.warning'} role={dias ? undefined : 'alert'}>
          {dias ? texts.onUnknown : texts.onUnread}
        </Text>
      ) : (
        <>
          <Flex h={CHART_HEIGHT} gap="2px" align="flex-end" role="img" aria-label={dias?.map(inWords).join('; ')}>
            {dias?.map((dia) => (
              <Flex key={dia.fecha} flex="1" h="full" align="flex-end" title={inWords(dia)}>
                <Box
                  w="full"
                  h={`${Math.min(100, ((dia.minutos ?? 0) / highest) * 100)}%`}
                  minH={dia.minutos ? '5px' : '2px'}
                  roundedTop="2px"
                  opacity={dia.en_curso ? 0.6 : undefined}
                  {...(dia.minutos === null
                    ? { borderBottomWidth: '2px', borderStyle: 'dotted', borderColor: 'border.emphasized' }
                    : { bg: dia.minutos === 0 ? 'border.emphasized' : 'chart.encendido' })}
                />
              </Flex>
            ))}
          </Flex>
          <Flex justify="space-between" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            <Text>{shortDay(dias?.[0]?.fecha ?? '')}</Text>
            <Text>{texts.scale(duration(highest))}</Text>
            <Text>{shortDay(dias?.at(-1)?.fecha ?? '')}</Text>
          </Flex>
        </>
      )}
    </Stack>
  );
}
