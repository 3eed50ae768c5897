import type { Turno } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../../components/toasts.js';
import { turnosOf } from '../../../entities/programa/turnos.js';
import { numero, timeOf } from '../../../lib/format/format.js';
import { useProgramaActions } from '../api/programas.js';
import { objetoOf } from '../lib/lanes.js';
import { TurnoChip } from './turno-chip.js';
import { texts } from '../textos.js';

const minutes = (segundos: number): number => Math.round(segundos / 60);

/** What today's programs do: planned beside real, and why when they differ. */
export function TurnoList({ empresaId, nameOf }: { empresaId: number | null; nameOf: (objeto: string) => string }) {
  const { data, isError } = useQuery(turnosOf({ empresaId }));
  const { stop, extend } = useProgramaActions();
  const attempt = (task: Promise<unknown>) =>
    void task.catch((error: unknown) =>
      toast.error(texts.actionFailure, error instanceof Error ? error.message : undefined),
    );
  return (
    <Box as="section" aria-label={texts.turnos.title}>
      <Heading as="h2" size="lg" mb="2">
        {texts.turnos.title}
      </Heading>
      {!data && isError && <Text color="fg.error">{texts.turnos.failure}</Text>}
      {data?.length === 0 && <Text color="fg.muted">{texts.turnos.empty}</Text>}
      <Flex direction="column" as="ul" listStyleType="none">
        {data?.map((turno) => (
          <Flex
            as="li"
            key={turno.turno_id}
            gap="3"
            py="2"
            borderBottomWidth="1px"
            align="center"
            wrap="wrap"
            data-turno={turno.turno_id}
          >
            <TurnoChip estado={turno.estado} />
            <Box flex="1" minW="12rem">
              <Text fontWeight="550">{nameOf(objetoOf(turno))}</Text>
              <Text fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
                {texts.turnos.plan(timeOf(turno.inicio), minutes(turno.segundos))}
                {realText(turno)}
              </Text>
              {turno.motivo && <Text fontSize="sm">{turno.motivo}</Text>}
            </Box>
            {(turno.estado === 'en_curso' || turno.estado === 'previsto') && (
              <Flex gap="2">
                {turno.estado === 'en_curso' && (
                  <Button size="sm" variant="outline" onClick={() => attempt(extend(turno.turno_id))}>
                    {texts.actions.alargar}
                  </Button>
                )}
                <Button size="sm" variant="outline" onClick={() => attempt(stop(turno.turno_id))}>
                  {turno.estado === 'previsto' ? texts.actions.skipTurno : texts.actions.detener}
                </Button>
              </Flex>
            )}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}

const realText = ({ real_inicio, real_segundos, litros }: Turno): string => {
  if (real_inicio === null || real_segundos === null) return '';
  const litres = litros === null ? '' : `, ${texts.turnos.litros(numero(litros))}`;
  return ` · ${texts.turnos.real(timeOf(real_inicio), minutes(real_segundos))}${litres}`;
};
