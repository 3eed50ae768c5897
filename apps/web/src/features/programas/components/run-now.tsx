import type { Programa } from '@acequia/contracts';
import { Button, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { Sheet } from '../../../components/dialog.js';
import { timeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { turnsFromNow } from '../api/programas.js';
import { texts } from '../textos.js';
import { endOf, PreviousTurnos } from './previous-turnos.js';

const { runNow: t } = texts;

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
  const hourOf = (at: number): string => timeOf(at, timeZone);
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
            <PreviousTurnos turnos={turnos} nameOf={nameOf} momentOf={hourOf} hourOf={hourOf} />
            <Text mt="3" fontWeight="600">
              {t.ends(hourOf(Math.max(...turnos.map(endOf))))}
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
