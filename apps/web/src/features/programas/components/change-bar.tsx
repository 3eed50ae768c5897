import type { Turno } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { failureOf, type Failure } from '../../../components/form/failure.js';
import { FailureNotice } from '../../../components/form/form-dialog.js';
import { toast } from '../../../components/toasts.js';
import { useProgramaActions } from '../api/programas.js';
import { timeOf } from '../../../lib/format/format.js';
import { startsText } from '../lib/describe.js';
import { onItsDay, type Reschedule, type Shift } from '../lib/reschedule.js';
import { texts } from '../textos.js';
import { Conflicts } from './preview.js';

const { change: t } = texts;
const SCOPES = ['day', 'program'] as const;
/** What a change holds for: the turn on its day, or the program on all its days. */
export type Scope = (typeof SCOPES)[number];

interface Props {
  turno: Turno;
  shift: Shift;
  timeZone: string;
  /** Name of its program. */
  programa: string;
  /** The changed program; null where the turn does not tell which start or step it is, or runs: then only the turn changes. */
  reschedule: Reschedule | null;
  scope: Scope;
  onScope: (scope: Scope) => void;
  nombre: string;
  /** Undefined while unknown. */
  conflictos: readonly string[] | undefined;
  onDone: () => void;
}

const minutes = (seconds: number): number => Math.round((seconds / 60) * 10) / 10;

/** Describes a dragged change and its conflicts; nothing is sent until the person confirms. */
export function ChangeBar({
  turno,
  shift,
  timeZone,
  programa,
  reschedule,
  scope,
  onScope,
  nombre,
  conflictos,
  onDone,
}: Props) {
  const { save, move, extend } = useProgramaActions();
  const radios = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const runs = turno.estado === 'en_curso';
  const everyDay = scope === 'program' ? reschedule : null;
  const lines = runs
    ? [t.extend(nombre, shift.stretch)]
    : everyDay
      ? programLines(everyDay, nombre)
      : dayLines(turno, shift, nombre, timeZone);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (runs) await extend({ turno_id: turno.turno_id, segundos: shift.stretch * 60 });
      else if (everyDay) {
        const { id, ...data } = everyDay.programa;
        await save({ id, data });
      } else {
        const { turno_id, inicio, segundos } = onItsDay(turno, shift);
        // What was not changed stays as the program says.
        await move({ turno_id, inicio, ...((shift.stretch !== 0 || turno.movido_de !== null) && { segundos }) });
      }
      toast.success(runs ? t.extended : everyDay ? texts.saved : t.moved);
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
      {!runs && reschedule && (
        <Flex role="radiogroup" aria-label={t.scope} columnGap="4" rowGap="1" wrap="wrap" my="1">
          {SCOPES.map((each) => (
            <chakra.label key={each} display="flex" alignItems="center" gap="2" minH="8" cursor="pointer">
              <chakra.input
                type="radio"
                accentColor="campo.solid"
                name={radios}
                checked={scope === each}
                onChange={() => onScope(each)}
              />
              {t.scopes[each]}
            </chakra.label>
          ))}
        </Flex>
      )}
      {!runs && (
        <Text color="fg.muted" mb="2">
          {everyDay ? t.everyDay(programa) : t.thisDay(programa)}
        </Text>
      )}
      {!runs && conflictos && <Conflicts conflictos={conflictos} />}
      {failure && (
        <Box mx="-6" mt="3">
          <FailureNotice failure={failure} />
        </Box>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button size="sm" colorPalette="campo" disabled={busy} onClick={() => void send()}>
          {runs ? t.extendIt : everyDay ? t.save : t.saveDay}
        </Button>
        <Button size="sm" variant="outline" disabled={busy} onClick={onDone}>
          {t.undo}
        </Button>
      </Flex>
    </Box>
  );
}

const programLines = ({ start, length }: Reschedule, nombre: string): string[] => [
  ...(start ? [t.start(startsText([start.before]), startsText([start.after]))] : []),
  ...(length ? [t.length(nombre, minutes(length.before), minutes(length.after))] : []),
];

const dayLines = (turno: Turno, shift: Shift, nombre: string, timeZone: string): string[] => {
  const after = onItsDay(turno, shift);
  return [
    ...(shift.move === 0 ? [] : [t.start(timeOf(turno.inicio, timeZone), timeOf(after.inicio, timeZone))]),
    ...(shift.stretch === 0 ? [] : [t.length(nombre, minutes(turno.segundos), minutes(after.segundos))]),
  ];
};
