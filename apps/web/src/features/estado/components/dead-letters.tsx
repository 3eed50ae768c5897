import { numero, type EstadoSistema } from '@acequia/contracts';
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { dateTimeOf } from '../../../lib/format/format.js';
import { useRetry } from '../api/estado.js';
import { texts } from '../textos.js';
import { Section } from './section.js';

type Props = Pick<EstadoSistema, 'descartados' | 'descartados_total'>;

/** What was given up, with its reason and one more attempt. */
export function DeadLetters({ descartados, descartados_total }: Props) {
  const retry = useRetry();
  const shown = descartados.length;
  return (
    <Section title={texts.dead} empty={shown === 0 && texts.noDead}>
      {shown < descartados_total && <Text color="fg.muted">{texts.more(shown, numero(descartados_total))}</Text>}
      {descartados.map(({ clase, cola, entrada, nombre, servicio, motivo, ts }) => (
        <Flex key={`${cola}${entrada}`} gap="4" justify="space-between" align="center" py="2" borderBottomWidth="1px">
          <Stack gap="0" minW="0">
            <Text fontWeight="550">
              {texts.kinds[clase]} {texts.of(nombre, servicio)}
            </Text>
            <Text color="fg.error" overflowWrap="anywhere">
              {motivo}
            </Text>
            <Box color="fg.muted" fontSize="sm">
              {dateTimeOf(ts)}
            </Box>
          </Stack>
          <Button
            size="sm"
            variant="outline"
            flexShrink="0"
            aria-label={texts.retryThis(nombre)}
            disabled={retry.isPending}
            onClick={() => retry.mutate({ clase, cola, entrada })}
          >
            {texts.retry}
          </Button>
        </Flex>
      ))}
    </Section>
  );
}
