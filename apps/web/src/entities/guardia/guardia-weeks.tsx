import type { Guardia } from '@acequia/contracts';
import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { failureOf } from '../../components/form/failure.js';
import { Select } from '../../components/form/fields.js';
import { dateOf } from '../../lib/format/format.js';
import { useGuardiaActions } from './guardia.js';
import { texts as t } from './textos.js';

/** The next weeks and who has each; another person can take one. */
export function GuardiaWeeks({ guardia }: { guardia: Guardia }) {
  const { exchange } = useGuardiaActions();
  const { empresa_id, semanas, personas } = guardia;
  return (
    <Stack as="section" gap="2">
      <Heading as="h3" size="md">
        {t.weeks}
      </Heading>
      {semanas.map(({ semana, usuario_id, cambiada }, at) => (
        <Flex key={semana} justify="space-between" align="center" gap="3">
          <Text whiteSpace="nowrap" fontWeight={at === 0 ? '600' : '400'}>
            {at === 0 ? t.now : dateOf(semana)}
            {cambiada === 1 && ` · ${t.exchanged}`}
          </Text>
          <Select
            aria-label={t.weekOf(dateOf(semana))}
            maxW="16rem"
            value={usuario_id}
            onChange={({ target }) => exchange.mutate({ empresa_id, semana, usuario_id: Number(target.value) })}
          >
            {personas.map((one) => (
              <option key={one.usuario_id} value={one.usuario_id}>
                {one.nombre}
              </option>
            ))}
          </Select>
        </Flex>
      ))}
      {exchange.error && (
        <Text role="alert" color="fg.error">
          {Object.values(failureOf(t.exchangeFailure, exchange.error)).filter(Boolean).join('. ')}
        </Text>
      )}
    </Stack>
  );
}
