import type { PreviousTurno, Programa } from '@acequia/contracts';
import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { Sheet } from '../../../components/dialog.js';
import { duration } from '../../../lib/format/duration.js';
import { timeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { turnsFromNow } from '../api/programas.js';
import { objetoOf } from '../lib/lanes.js';
import { texts } from '../textos.js';

const { runNow: t } = texts;
const endOf = ({ inicio, segundos }: PreviousTurno): number => inicio + segundos * 1_000;

interface Props {
  programa: Programa;
  timeZone: string;
  nameOf: (objeto: string) => string;
  onRun: () => void;
  onClose: () => void;
}

/** What a program would turn on now, for how long and until when; nothing starts until the person confirms. */
export function RunNow({ programa: { id, nombre }, timeZone, nameOf, onRun, onClose }: Props) {
  const reading = useQuery(turnsFromNow(id));
  const turnos = reading.data;
  return (
    <Sheet
      title={t.title(nombre)}
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button colorPalette="campo" disabled={!turnos?.length} onClick={onRun}>
            {texts.actions.ejecutar}
          </Button>
        </>
      }
    >
      {turnos ? (
        turnos.length === 0 ? (
          <Text color="fg.muted">{t.nothing}</Text>
        ) : (
          <>
            <Box as="ul" listStyleType="none">
              {turnos.map((turno) => (
                <Flex as="li" key={turno.turno_id} justify="space-between" gap="4" py="1.5" borderBottomWidth="1px">
                  <Text overflowWrap="anywhere" minW="0">
                    {nameOf(objetoOf(turno))}
                  </Text>
                  <Text whiteSpace="nowrap" fontVariantNumeric="tabular-nums" color="fg.muted">
                    {duration(turno.segundos / 60)} · {timeOf(turno.inicio, timeZone)}–{timeOf(endOf(turno), timeZone)}
                  </Text>
                </Flex>
              ))}
            </Box>
            <Text mt="3" fontWeight="600">
              {t.ends(timeOf(Math.max(...turnos.map(endOf)), timeZone))}
            </Text>
          </>
        )
      ) : neverCame(reading) ? (
        <EmptyNotice height="5rem" text={t.unread} error />
      ) : (
        <Skeleton h="20" aria-busy />
      )}
    </Sheet>
  );
}
