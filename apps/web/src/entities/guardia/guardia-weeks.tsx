import type { Guardia } from '@acequia/contracts';
import { Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Fragment } from 'react';
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
      <Grid templateColumns="max-content minmax(0, 16rem)" columnGap="3" rowGap="2" alignItems="center">
        {semanas.map(({ semana, usuario_id, cambiada }, at) => (
          <Fragment key={semana}>
            <Text fontWeight={at === 0 ? '600' : '400'} fontVariantNumeric="tabular-nums">
              {at === 0 ? t.now : dateOf(semana)}
              {cambiada === 1 && ` · ${t.exchanged}`}
            </Text>
            <Select
              aria-label={t.weekOf(dateOf(semana))}
              value={usuario_id}
              onChange={({ target }) => exchange.mutate({ empresa_id, semana, usuario_id: Number(target.value) })}
            >
              {personas.map((one) => (
                <option key={one.usuario_id} value={one.usuario_id}>
                  {one.nombre}
                </option>
              ))}
            </Select>
          </Fragment>
        ))}
      </Grid>
      {exchange.error && (
        <Text role="alert" color="fg.error">
          {Object.values(failureOf(t.exchangeFailure, exchange.error)).filter(Boolean).join('. ')}
        </Text>
      )}
    </Stack>
  );
}
