import { Box, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { EncendidoDia } from '@acequia/contracts';
import { useEncendido } from '../api/time-on.js';
import { duracion } from '../../../lib/format/duration.js';
import { noLlego } from '../../../lib/http/query-client.js';
import type { ParDeSwitches } from '../lib/pairs.js';
import { textos } from '../textos.js';

const MINUTOS_DEL_DIA = 1_440;
const ALTO = '44px';

/** For how long the switches of a pair were ENCENDIDO, day by day. */
export function EncendidoPorDia({ par }: { par: ParDeSwitches }) {
  return (
    <Box mt="5" pt="4" borderTopWidth="1px">
      <Heading as="h3" size="sm" mb="3">
        {textos.encendidoPorDia}
      </Heading>
      <Flex gap="6" wrap="wrap">
        {[par.sw1, par.sw2].map(
          (sw) => sw && <Tira key={sw.id} switchId={sw.id} nombre={`${sw.zona} - ${sw.nombre}`} />,
        )}
      </Flex>
    </Box>
  );
}

const diaCorto = (fecha: string): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}`;
const enPalabras = ({ fecha, minutos, minutos_sin_datos }: EncendidoDia): string => {
  if (minutos === null) return textos.diaSinDatos(diaCorto(fecha));
  const callada = minutos_sin_datos > 0 ? textos.partesSinDatos(duracion(minutos_sin_datos)) : '';
  return textos.diaEncendido(diaCorto(fecha), duracion(minutos)) + callada;
};

/** One bar a day; a day of which nothing is known has a dashed foot instead: it is not a day of zero minutes. */
function Tira({ switchId, nombre }: { switchId: number; nombre: string }) {
  const consulta = useEncendido(switchId);
  const { data: dias } = consulta;
  const conocidos = dias?.filter(({ minutos }) => minutos !== null) ?? [];
  const total = textos.encendidoTotal(duracion(conocidos.reduce((suma, { minutos }) => suma + (minutos ?? 0), 0)));
  return (
    <Stack gap="1.5" flex="1 1 18rem" minW="0" data-encendido={switchId}>
      <Flex justify="space-between" gap="3" fontSize="sm">
        <Text fontWeight="550" overflowWrap="anywhere">
          {nombre}
        </Text>
        {conocidos.length > 0 && (
          <Text color="fg.muted" flexShrink="0" fontVariantNumeric="tabular-nums">
            {total}
          </Text>
        )}
      </Flex>
      {!dias && !noLlego(consulta) ? (
        <Skeleton h={ALTO} />
      ) : conocidos.length === 0 ? (
        <Text fontSize="sm" color={dias ? 'fg.muted' : 'fg.warning'} role={dias ? undefined : 'alert'}>
          {dias ? textos.encendidoSinDatos : textos.errorEncendido}
        </Text>
      ) : (
        <>
          <Flex h={ALTO} gap="2px" align="flex-end" role="img" aria-label={dias?.map(enPalabras).join('; ')}>
            {dias?.map((dia) => (
              <Flex key={dia.fecha} flex="1" h="full" align="flex-end" title={enPalabras(dia)}>
                <Box
                  w="full"
                  h={`${Math.min(100, ((dia.minutos ?? 0) / MINUTOS_DEL_DIA) * 100)}%`}
                  minH="2px"
                  roundedTop="2px"
                  opacity={dia.en_curso ? 0.6 : undefined}
                  {...(dia.minutos === null
                    ? { borderBottomWidth: '2px', borderStyle: 'dotted', borderColor: 'border.emphasized' }
                    : { bg: dia.minutos === 0 ? 'border.emphasized' : 'grafica.encendido' })}
                />
              </Flex>
            ))}
          </Flex>
          <Flex justify="space-between" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            <Text>{diaCorto(dias?.[0]?.fecha ?? '')}</Text>
            <Text>{diaCorto(dias?.at(-1)?.fecha ?? '')}</Text>
          </Flex>
        </>
      )}
    </Stack>
  );
}
