import type { Turno } from '@acequia/contracts';
import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Sheet } from '../../../components/dialog.js';
import { texts } from '../textos.js';

interface Props {
  turno: Turno;
  turnos: readonly Turno[];
  nombre: string;
  programa: string;
  onStop: (todo: boolean) => void;
}

const t = texts.stop;

/** Ends a running turn or skips one to come; while its program's run has more to irrigate, asks whether that ends too. */
export function StopTurn({ turno, turnos, nombre, programa, onStop }: Props) {
  const [asking, setAsking] = useState(false);
  const running = turno.estado === 'en_curso';
  const text = running ? texts.actions.detener : texts.actions.skipTurno;
  const more = turnos.filter(
    ({ turno_id, programa_id, riego, estado }) =>
      programa_id === turno.programa_id &&
      riego === turno.riego &&
      turno_id !== turno.turno_id &&
      (estado === 'en_curso' || estado === 'previsto'),
  ).length;
  const stop = (todo: boolean) => {
    setAsking(false);
    onStop(todo);
  };
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={texts.turnos.stopOne(text, nombre)}
        onClick={() => (running && more > 0 ? setAsking(true) : stop(false))}
      >
        {text}
      </Button>
      {asking && (
        <Sheet
          title={t.title(nombre)}
          width={480}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="outline" onClick={() => stop(false)}>
                {t.step}
              </Button>
              <Button colorPalette="campo" onClick={() => stop(true)}>
                {t.all}
              </Button>
            </>
          }
        >
          <Text>{t.more(programa, more)}</Text>
        </Sheet>
      )}
    </>
  );
}
