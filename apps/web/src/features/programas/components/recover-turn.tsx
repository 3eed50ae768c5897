import { exactDuration, type Turno } from '@acequia/contracts';
import { Button, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Sheet } from '../../../components/dialog.js';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { reasonOf } from '../../../components/form/failure.js';
import { dateTimeOf, timeOf } from '../../../lib/format/format.js';
import { recoveryOf } from '../api/programas.js';
import { texts } from '../textos.js';
import { PreviousTurnos } from './previous-turnos.js';

const t = texts.recover;

interface Props {
  turno: Turno;
  timeZone: string;
  nombre: string;
  nameOf: (objeto: string) => string;
  onRecover: () => void;
}

/** Offers to water what a turn lacks; shows when, and plans nothing until the person confirms. */
export function RecoverTurn({ turno, timeZone, nombre, nameOf, onRecover }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={texts.turnos.stopOne(t.button, nombre)}
        onClick={() => setAsking(true)}
      >
        {t.button}
      </Button>
      {asking && (
        <Question
          {...{ turno, timeZone, nombre, nameOf }}
          onClose={() => setAsking(false)}
          onRecover={() => {
            setAsking(false);
            onRecover();
          }}
        />
      )}
    </>
  );
}

function Question({ turno, timeZone, nombre, nameOf, onRecover, onClose }: Props & { onClose: () => void }) {
  const reading = useQuery(recoveryOf(turno.turno_id));
  const { data, error } = reading;
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
          <Button colorPalette="campo" disabled={!data} onClick={onRecover}>
            {t.button}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <Text mb="3" fontWeight="600">
            {t.missing(exactDuration(data.falta_s))}
          </Text>
          <PreviousTurnos
            turnos={data.turnos}
            nameOf={nameOf}
            momentOf={(at) => dateTimeOf(at, timeZone)}
            hourOf={(at) => timeOf(at, timeZone)}
          />
          <Text mt="3" fontSize="sm" color="fg.muted">
            {t.help}
          </Text>
        </>
      ) : error ? (
        <EmptyNotice height="5rem" text={reasonOf(error)} error />
      ) : (
        <Skeleton h="20" aria-busy />
      )}
    </Sheet>
  );
}
