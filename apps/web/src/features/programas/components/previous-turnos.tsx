import { duration, type PreviousTurno } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import { amountOf } from '../../../entities/programa/amount.js';
import { objetoOf } from '../lib/lanes.js';

export const endOf = ({ inicio, segundos }: PreviousTurno): number => inicio + segundos * 1_000;

interface Props {
  turnos: readonly PreviousTurno[];
  nameOf: (objeto: string) => string;
  /** Of a moment in ms. */
  momentOf: (at: number) => string;
  hourOf: (at: number) => string;
}

/** Turns that are not planned yet: what, for how long, from when to when. */
export const PreviousTurnos = ({ turnos, nameOf, momentOf, hourOf }: Props) => (
  <Box as="ul" listStyleType="none">
    {turnos.map((turno) => (
      <Flex as="li" key={turno.turno_id} justify="space-between" gap="4" py="1.5" borderBottomWidth="1px">
        <Text overflowWrap="anywhere" minW="0">
          {nameOf(objetoOf(turno))}
        </Text>
        <Text whiteSpace="nowrap" fontVariantNumeric="tabular-nums" color="fg.muted">
          {amountOf(turno, duration(turno.segundos / 60))} · {momentOf(turno.inicio)}–{hourOf(endOf(turno))}
        </Text>
      </Flex>
    ))}
  </Box>
);
