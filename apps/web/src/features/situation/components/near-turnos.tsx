import type { RiegoHoy, NearTurno } from '@acequia/contracts';
import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { TextLink } from '../../../components/text-link.js';
import { dispositivoAddress, switchAddress } from '../../../entities/addresses.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { useZoneOf } from '../../../entities/empresa/empresa-zone.js';
import { timeOf } from '../../../lib/format/format.js';
import { zoneMark } from '../../../lib/time/zone-name.js';
import { texts } from '../textos.js';

interface Props {
  riego: RiegoHoy | undefined;
  /** It could not be read, as opposed to not yet. */
  failed: boolean;
  /** Name of the company; null where all turns belong to one company. */
  empresaOf: (id: number) => string | null;
}

/** What is watered now, and what begins within three hours. */
export function NearTurnos({ riego, failed, empresaOf }: Props) {
  const { near } = texts;
  return (
    <Box as="section" minW="0">
      <Heading as="h2" size="lg" mb="2">
        {near.title}
      </Heading>
      {!riego ? (
        failed && (
          <Text role="alert" color="fg.warning">
            {near.unread}
          </Text>
        )
      ) : riego.turnos.length === 0 ? (
        <Text color="fg.muted">{near.none}</Text>
      ) : (
        <chakra.ul listStyleType="none" aria-label={near.title}>
          {riego.turnos.map((turno) => (
            <Turn key={turno.turno_id} turno={turno} empresa={empresaOf(turno.empresa_id)} />
          ))}
        </chakra.ul>
      )}
      {riego && riego.otros > 0 && (
        <Text mt="1" color="fg.muted" fontSize="sm">
          {near.more(riego.otros)}
        </Text>
      )}
    </Box>
  );
}

function Turn({ turno, empresa }: { turno: NearTurno; empresa: string | null }) {
  const { near } = texts;
  const { empresa_id, switch_id, dispositivo_id, inicio, segundos, real_inicio, programa_nombre, estado } = turno;
  const zone = useZoneOf()(empresa_id);
  const runs = estado === 'en_curso';
  const until = timeOf((runs ? (real_inicio ?? inicio) : inicio) + segundos * 1_000, zone);
  const to =
    switch_id === null ? dispositivoAddress({ id: dispositivo_id ?? 0 }) : switchAddress({ id: switch_id, empresa_id });
  return (
    <Flex
      as="li"
      gap={{ base: 0, md: 4 }}
      direction={{ base: 'column', md: 'row' }}
      align={{ md: 'baseline' }}
      py="2"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
      data-turno={turno.turno_id}
    >
      <chakra.span
        flexShrink="0"
        w={{ md: '8.5rem' }}
        fontVariantNumeric="tabular-nums"
        fontWeight="600"
        color={runs ? 'campo.fg' : undefined}
      >
        {runs ? near.running(until) : near.from(timeOf(inicio, zone), until)}
      </chakra.span>
      <Box minW="0" flex="1" overflowWrap="anywhere">
        <TextLink to={to}>{[turno.sector, turno.nombre].filter(Boolean).join(' - ')}</TextLink>
        <Text as="span" color="fg.muted" fontSize="sm" ms="3">
          {programa_nombre !== null && near.of(programa_nombre)}
          {empresa && (
            <>
              {' · '}
              <EmpresaLink id={empresa_id} nombre={empresa} />
            </>
          )}
          {zoneMark(inicio, zone)}
        </Text>
      </Box>
    </Flex>
  );
}
