import { ALARGAR_S, type Turno, duration, exactDuration, numero } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { reasonOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { dateTimeOf, dayOf, timeOf } from '../../../lib/format/format.js';
import { useProgramaActions } from '../api/programas.js';
import { amountOf } from '../../../entities/programa/amount.js';
import { overlapOf } from '../../../entities/programa/of-switch.js';
import { texts as programTexts } from '../../../entities/programa/textos.js';
import { SubjectLink } from '../../../entities/subject-link.js';
import { objetoOf } from '../lib/lanes.js';
import { RecoverTurn } from './recover-turn.js';
import { StopTurn } from './stop-turn.js';
import { TurnoChip } from './turno-chip.js';
import { texts } from '../textos.js';

interface Props {
  turnos: readonly Turno[];
  /** YYYY-MM-DD; times of another day say theirs. */
  day: string;
  timeZone: string;
  nameOf: (objeto: string) => string;
  programaOf: (programaId: number) => string;
  /** Exceptions can be undone, because the person may save programs. */
  editable?: boolean;
}

/** A day's turns: planned and actual times, why they differ, and actions. */
export function TurnoList({ turnos, day, timeZone, nameOf, programaOf, editable = false }: Props) {
  const { stop, extend, move, recover } = useProgramaActions();
  const momentOf = (at: number): string =>
    dayOf(at, timeZone) === day ? timeOf(at, timeZone) : dateTimeOf(at, timeZone);
  const recovered = new Set(turnos.map(({ recupera }) => recupera));
  const attempt = (task: Promise<unknown>) =>
    void task.catch((error: unknown) => toast.error(texts.actionFailure, reasonOf(error)));
  const tellOverlap = (turno: Turno): void => {
    const next = overlapOf(turno, ALARGAR_S, turnos);
    if (next !== null) toast.attention(programTexts.extended, programTexts.overlap(timeOf(next, timeZone)));
  };
  return (
    <Box as="section" aria-label={texts.turnos.title}>
      <Heading as="h3" size="md" mb="2">
        {texts.turnos.title}
      </Heading>
      <Flex direction="column" as="ul" listStyleType="none">
        {turnos.map((turno) => (
          <Flex
            as="li"
            key={turno.turno_id}
            columnGap="3"
            rowGap="2"
            py="2"
            borderBottomWidth="1px"
            align="center"
            wrap="wrap"
            data-turno={turno.turno_id}
          >
            <TurnoChip turno={turno} />
            <Box flex="1" minW={{ base: '9rem', md: '12rem' }}>
              <Text fontWeight="550" overflowWrap="anywhere">
                <SubjectLink {...turno}>{nameOf(objetoOf(turno))}</SubjectLink>
              </Text>
              <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
                {programaOf(turno.programa_id)} ·{' '}
                {texts.turnos.plan(momentOf(turno.inicio), amountOf(turno, exactDuration(turno.segundos)))}
                {realText(turno, momentOf)}
                {turno.pendiente === 1 && ` · ${texts.turnos.pending}`}
              </Text>
              {turno.motivo && <Text fontSize="sm">{turno.motivo}</Text>}
              {turno.recupera && (
                <Text fontSize="sm">{texts.recover.of(dateTimeOf(beganAt(turno.recupera), timeZone))}</Text>
              )}
            </Box>
            {lacks(turno) && !recovered.has(turno.turno_id) && (
              <Box _print={{ display: 'none' }}>
                <RecoverTurn
                  turno={turno}
                  timeZone={timeZone}
                  nombre={nameOf(objetoOf(turno))}
                  nameOf={nameOf}
                  onRecover={() => attempt(recover(turno.turno_id))}
                />
              </Box>
            )}
            {(turno.estado === 'en_curso' || turno.estado === 'previsto') && (
              <Flex gap="2" _print={{ display: 'none' }}>
                {editable && turno.estado === 'previsto' && turno.movido_de !== null && (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={texts.turnos.stopOne(texts.actions.asProgrammed, nameOf(objetoOf(turno)))}
                    onClick={() => attempt(move({ turno_id: turno.turno_id }))}
                  >
                    {texts.actions.asProgrammed}
                  </Button>
                )}
                {turno.estado === 'en_curso' && (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={texts.turnos.extendOne(nameOf(objetoOf(turno)))}
                    onClick={() => attempt(extend({ turno_id: turno.turno_id }).then(() => tellOverlap(turno)))}
                  >
                    {texts.actions.alargar}
                  </Button>
                )}
                <StopTurn
                  turno={turno}
                  turnos={turnos}
                  nombre={nameOf(objetoOf(turno))}
                  programa={programaOf(turno.programa_id)}
                  onStop={(todo) => attempt(stop({ turno_id: turno.turno_id, todo }))}
                />
              </Flex>
            )}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}

/** Less than this share of the water that is usual is far less. */
const FAR_LESS = 0.5;

/** It may be made up for: the server knows whether. */
const lacks = ({ estado, m3_medidos, m3_esperados }: Turno): boolean =>
  estado === 'perdido' ||
  estado === 'parcial' ||
  (estado === 'cumplido' &&
    m3_medidos !== null &&
    m3_medidos < (m3_esperados ?? Infinity) * FAR_LESS &&
    (m3_esperados !== null || m3_medidos === 0));

/** When a turn was planned to begin, by its id, ms. */
const beganAt = (turno_id: string): number => Number(turno_id.split('-')[1]) * 1_000;

/** What the meter counted; else what the flow of the switch makes of its time. */
const waterText = ({ sin_medir, m3_medidos: m3, litros }: Turno): string | null => {
  if (sin_medir === 1) return texts.turnos.unmeasured;
  if (m3 !== null) return texts.turnos.measured(numero(Math.round(m3 * 100) / 100));
  return litros === null ? null : texts.turnos.litros(numero(litros));
};

const realText = (turno: Turno, momentOf: (at: number) => string): string => {
  const { real_inicio, real_segundos, kwh, costo } = turno;
  if (real_inicio === null || real_segundos === null) return '';
  const used = [
    waterText(turno),
    kwh === null ? null : texts.turnos.kwh(numero(Math.round(kwh * 100) / 100)),
    costo === null ? null : texts.turnos.cost(numero(Math.round(costo * 100) / 100)),
  ].filter((each) => each !== null);
  return ` · ${[texts.turnos.real(momentOf(real_inicio), duration(real_segundos / 60)), ...used].join(', ')}`;
};
