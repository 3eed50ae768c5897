import type { Turno } from '@acequia/contracts';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { failureOf, type Failure } from '../../../components/form/failure.js';
import { FailureNotice } from '../../../components/form/form-dialog.js';
import { toast } from '../../../components/toasts.js';
import { useProgramaActions } from '../api/programas.js';
import { startsText } from '../lib/describe.js';
import type { Reschedule, Shift } from '../lib/reschedule.js';
import { texts } from '../textos.js';
import { Conflicts } from './preview.js';

const { change: t } = texts;

interface Props {
  turno: Turno;
  shift: Shift;
  /** The changed program; null while the turn runs: then only this turn is extended. */
  reschedule: Reschedule | null;
  nombre: string;
  /** Undefined while unknown. */
  conflictos: readonly string[] | undefined;
  onDone: () => void;
}

const minutes = (seconds: number): number => Math.round((seconds / 60) * 10) / 10;

/** Describes a dragged change and its conflicts; nothing is sent until the person confirms. */
export function ChangeBar({ turno, shift, reschedule, nombre, conflictos, onDone }: Props) {
  const { save, extend } = useProgramaActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const lines = reschedule
    ? [
        reschedule.start && t.start(startsText([reschedule.start.before]), startsText([reschedule.start.after])),
        reschedule.length && t.length(nombre, minutes(reschedule.length.before), minutes(reschedule.length.after)),
      ].filter((line) => line !== null)
    : [t.extend(nombre, shift.stretch)];
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (reschedule) {
        const { id, ...data } = reschedule.programa;
        await save({ id, data });
      } else await extend({ turno_id: turno.turno_id, segundos: shift.stretch * 60 });
      toast.success(reschedule ? texts.saved : t.extended);
      onDone();
    } catch (error) {
      setFailure(failureOf(texts.saveError, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box
      role="group"
      aria-label={t.title}
      position="sticky"
      bottom="2"
      zIndex="docked"
      borderWidth="1px"
      borderColor="miel.solid"
      rounded="md"
      shadow="md"
      p="3"
      bg="bg.panel"
    >
      {lines.map((line) => (
        <Text key={line} fontWeight="600">
          {line}
        </Text>
      ))}
      {reschedule && (
        <Text color="fg.muted" mb="2">
          {t.everyDay(reschedule.programa.nombre)}
        </Text>
      )}
      {reschedule && conflictos && <Conflicts conflictos={conflictos} />}
      {failure && (
        <Box mx="-6" mt="3">
          <FailureNotice failure={failure} />
        </Box>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button size="sm" colorPalette="campo" disabled={busy} onClick={() => void send()}>
          {reschedule ? t.save : t.extendIt}
        </Button>
        <Button size="sm" variant="outline" disabled={busy} onClick={onDone}>
          {t.undo}
        </Button>
      </Flex>
    </Box>
  );
}
