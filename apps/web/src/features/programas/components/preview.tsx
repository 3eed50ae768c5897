import { type Conflict, duration, exactDuration, PREVIEW_DAYS, type ProgramaSave, numero } from '@acequia/contracts';
import { Box, Flex, Heading, Link, List, Text } from '@chakra-ui/react';
import { useByClock } from '../../../lib/time/clock.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { dateTimeOf, withSuffix } from '../../../lib/format/format.js';
import { dayStart } from '../../../lib/time/ticks.js';
import { amountOf } from '../../../entities/programa/amount.js';
import { usePreview } from '../api/programas.js';
import { cubicOf, lanesOf, objetoOf, placeIn, type Lane } from '../lib/lanes.js';
import { texts } from '../textos.js';
import { PreviewEnergy } from './preview-energy.js';

const { preview } = texts;

interface Props {
  /** Null = the form is incomplete. */
  programa: (ProgramaSave & { id?: number }) | null;
  timeZone: string;
  nameOf: (objeto: string) => string;
  /** Flow of a switch, m³/h; null where none is declared. */
  flowOf: (switchId: number) => number | null;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** A program's next two weeks: one lane per valve, the totals, and all conflicts. */
export function Preview({ programa, timeZone, nameOf, flowOf }: Props) {
  const from = useByClock((now) => dayStart(now, timeZone));
  const reading = usePreview(programa);
  const { data, isPlaceholderData: waits } = reading;
  const failure = neverCame(reading);
  const turnos = data?.turnos ?? [];
  const starts = Array.from({ length: PREVIEW_DAYS + 2 }, (_, day) => dayStart(from, timeZone, day));
  const to = starts.at(-1) ?? from;
  const lanes = lanesOf(turnos, from, to);
  const waterOf = ({ objeto, timed, m3 }: Lane): number | null => {
    if (!objeto.startsWith('s')) return null;
    const byTime = timed === 0 ? 0 : cubicOf(timed, flowOf(Number(objeto.slice(1))));
    return byTime === null ? null : byTime + m3;
  };
  const water = lanes.flatMap((lane) => waterOf(lane) ?? []);
  const cubic = water.length === 0 ? null : withSuffix(sumOf(water), '');
  const total = sumOf(lanes.map(({ seconds }) => seconds));
  return (
    <Box as="section" aria-label={preview.title} borderTopWidth="1px" pt="4">
      <Heading as="h3" size="md" mb="2">
        {preview.title}
      </Heading>
      {!programa && <Text color="fg.muted">{preview.incomplete}</Text>}
      {programa && !data && (
        <Text color={failure ? 'fg.error' : 'fg.muted'}>{failure ? preview.failure : preview.thinking}</Text>
      )}
      {programa && data && (
        <>
          <Text color="fg.muted" mb={turnos.length === 0 ? '3' : '0'} fontVariantNumeric="tabular-nums">
            {turnos.length === 0
              ? preview.noTurnos
              : preview.total(turnos.length, duration(total / 60), cubic && numero(Number(cubic)))}
            {turnos.length > 0 && water.length < lanes.length && (
              <>. {water.length === 0 ? preview.noFlow : preview.someFlow}</>
            )}
          </Text>
          {turnos.length > 0 && <PreviewEnergy energia={data.energia ?? null} nameOf={nameOf} timeZone={timeZone} />}
          <Flex as="ul" listStyleType="none" direction="column" gap="2" mb="3">
            {lanes.map((lane) => (
              <Box as="li" key={lane.objeto}>
                <Flex fontSize="sm" mb="0.5" columnGap="3" justify="space-between" wrap="wrap">
                  <Text>{nameOf(lane.objeto)}</Text>
                  <Text color="fg.muted" fontVariantNumeric="tabular-nums">
                    {preview.total(
                      lane.bars.length,
                      duration(lane.seconds / 60),
                      waterOf(lane) === null ? null : withSuffix(waterOf(lane), ''),
                    )}
                  </Text>
                </Flex>
                <Box position="relative" h="5" bg="bg.muted" rounded="sm" overflow="hidden">
                  {starts.slice(1, -1).map((start) => (
                    <Box
                      key={start}
                      position="absolute"
                      insetY="0"
                      borderStartWidth="1px"
                      borderColor="border.emphasized"
                      style={{ left: `${placeIn(start, start, from, to).left}%` }}
                    />
                  ))}
                  {lane.bars.map(({ id, left, width, turno }) => (
                    <Box
                      key={id}
                      position="absolute"
                      insetY="0"
                      bg="campo.solid"
                      rounded="xs"
                      style={{ left: `${left}%`, width: `${width}%` }}
                      title={preview.bar(
                        nameOf(objetoOf(turno)),
                        dateTimeOf(turno.inicio, timeZone),
                        amountOf(turno, exactDuration(turno.segundos)),
                      )}
                    />
                  ))}
                </Box>
              </Box>
            ))}
          </Flex>
          {data.condiciones?.map((texto) => (
            <Text key={texto} mb="2" color="fg.muted">
              {texto}
            </Text>
          ))}
          {data.pronostico && (
            <Link href={preview.weatherUrl} target="_blank" rel="noreferrer" fontSize="sm" mb="3">
              {preview.weather}
            </Link>
          )}
          {lanes.length > 0 && <DayScale starts={starts} timeZone={timeZone} />}
          {waits ? (
            <Text color="fg.muted">{preview.thinking}</Text>
          ) : (
            <>
              <Conflicts conflictos={data.conflictos.filter(isConflict).map(({ texto }) => texto)} />
              {data.conflictos
                .filter((one) => !isConflict(one))
                .map(({ texto }) => (
                  <Text key={texto} mt="2" color="fg.muted">
                    {texto}
                  </Text>
                ))}
            </>
          )}
        </>
      )}
    </Box>
  );
}

/** What a person has to know, and can do nothing about here, is no conflict. */
export const isConflict = ({ tipo }: Pick<Conflict, 'tipo'>): boolean =>
  tipo !== 'volumen_por_servicio' && tipo !== 'humedad_por_servicio';

/** The date under each day; only every third one where space is short. */
function DayScale({ starts, timeZone }: { starts: readonly number[]; timeZone: string }) {
  const [from = 0] = starts;
  const to = starts.at(-1) ?? from;
  return (
    <Box position="relative" h="5" mb="3" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" aria-hidden>
      {starts.slice(0, -1).map((start, n) => (
        <Text
          key={start}
          position="absolute"
          whiteSpace="nowrap"
          {...(n % 3 !== 0 && { display: { base: 'none', md: 'block' } })}
          style={{ left: `${placeIn(start, start, from, to).left}%` }}
        >
          {dateTimeOf(start, timeZone).slice(0, 5)}
        </Text>
      ))}
    </Box>
  );
}

/** Lists all conflicts, or says that there are none. */
export function Conflicts({ conflictos }: { conflictos: readonly string[] }) {
  if (conflictos.length === 0) return <Text color="fg.success">{preview.none}</Text>;
  return (
    <Box role="status" bg="bg.warning" borderStartWidth="3px" borderColor="miel.solid" px="3" py="2" rounded="sm">
      <Text fontWeight="600" color="fg.warning">
        {preview.conflictos}
      </Text>
      <List.Root ps="5">
        {conflictos.map((texto) => (
          <List.Item key={texto}>{texto}</List.Item>
        ))}
      </List.Root>
    </Box>
  );
}
