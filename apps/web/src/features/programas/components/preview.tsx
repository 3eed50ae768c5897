import type { ProgramaSave } from '@acequia/contracts';
import { Box, Flex, Heading, List, Text } from '@chakra-ui/react';
import { useServerNow } from '../../../lib/time/clock.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { usePreview } from '../api/programas.js';
import { lanesOf, objetoOf } from '../lib/lanes.js';
import { texts } from '../textos.js';

const { preview } = texts;
const DAYS = 14;
const DAY_MS = 86_400_000;

interface Props {
  /** null = not whole yet. */
  programa: (ProgramaSave & { id?: number }) | null;
  nameOf: (objeto: string) => string;
  /** m³/h by switch, where declared. */
  flowOf: (switchId: number) => number | null;
}

/** The next two weeks of a program: a lane a valve, what they come to, and every conflict by name. */
export function Preview({ programa, nameOf, flowOf }: Props) {
  const now = useServerNow();
  const { data, isError } = usePreview(programa);
  const from = Math.floor(now / DAY_MS) * DAY_MS;
  const turnos = data?.turnos ?? [];
  const minutes = Math.round(turnos.reduce((sum, { segundos }) => sum + segundos, 0) / 60);
  const flows = turnos.map(({ switch_id, segundos }) => ((switch_id && flowOf(switch_id)) || 0) * (segundos / 3_600));
  const cubic = Math.round(flows.reduce((sum, one) => sum + one, 0) * 10) / 10;
  return (
    <Box as="section" aria-label={preview.title} borderTopWidth="1px" pt="4">
      <Heading as="h3" size="md" mb="2">
        {preview.title}
      </Heading>
      {!programa && <Text color="fg.muted">{preview.incomplete}</Text>}
      {programa && isError && <Text color="fg.error">{preview.failure}</Text>}
      {programa && data && (
        <>
          <Text color="fg.muted" mb="3" fontVariantNumeric="tabular-nums">
            {turnos.length === 0 ? preview.noTurnos : preview.total(turnos.length, minutes, cubic > 0 ? cubic : null)}
          </Text>
          <Flex direction="column" gap="2" mb="3">
            {lanesOf(turnos, from, from + (DAYS + 1) * DAY_MS).map(({ objeto, bars }) => (
              <Box key={objeto}>
                <Text fontSize="sm" mb="0.5">
                  {nameOf(objeto)}
                </Text>
                <Box position="relative" h="5" bg="bg.muted" rounded="sm" overflow="hidden">
                  {bars.map(({ id, left, width, turno }) => (
                    <Box
                      key={id}
                      position="absolute"
                      insetY="0"
                      bg="campo.solid"
                      rounded="xs"
                      style={{ left: `${left}%`, width: `${width}%` }}
                      title={preview.bar(
                        nameOf(objetoOf(turno)),
                        dateTimeOf(turno.inicio),
                        Math.round(turno.segundos / 60),
                      )}
                    />
                  ))}
                </Box>
              </Box>
            ))}
          </Flex>
          {data.conflictos.length === 0 ? (
            <Text color="fg.success">{preview.none}</Text>
          ) : (
            <Box
              role="status"
              bg="bg.warning"
              borderStartWidth="3px"
              borderColor="border.warning"
              px="3"
              py="2"
              rounded="sm"
            >
              <Text fontWeight="600" color="fg.warning">
                {preview.conflictos}
              </Text>
              <List.Root ps="5">
                {data.conflictos.map(({ texto }) => (
                  <List.Item key={texto}>{texto}</List.Item>
                ))}
              </List.Root>
            </Box>
          )}
        </>
      )}
    </Box>
  );
}
