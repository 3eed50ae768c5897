import { type Descanso, DescansoSave } from '@acequia/contracts';
import { Button, SimpleGrid, Text } from '@chakra-ui/react';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { useWhole } from '../../../components/form/use-whole.js';
import { SeverityOptions } from '../../../entities/aviso/severity-options.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useRest, useSaveRest } from '../api/rest.js';
import { texts } from '../textos.js';
import { Failure, LinkedCard } from './linked-card.js';

const t = texts.rest;

/** The person's quiet hours, for what reaches them in person. */
export function RestCard() {
  const rest = useRest();
  return (
    <LinkedCard title={t.title} help={t.help}>
      {rest.data ? (
        // The key creates a new form when the stored values change.
        <RestForm key={JSON.stringify(rest.data)} saved={rest.data} />
      ) : (
        <Text role="status">{neverCame(rest) ? t.noRead : t.reading}</Text>
      )}
    </LinkedCard>
  );
}

type Values = Record<'descanso_desde' | 'descanso_hasta', string> & Pick<Descanso, 'descanso_severidad'>;

const bodyOf = ({ descanso_desde, descanso_hasta, descanso_severidad }: Values): Descanso => ({
  descanso_desde: descanso_desde || null,
  descanso_hasta: descanso_hasta || null,
  descanso_severidad,
});

function RestForm({ saved }: { saved: Descanso }) {
  const form = useForm<Values>({
    defaultValues: {
      descanso_desde: saved.descanso_desde ?? '',
      descanso_hasta: saved.descanso_hasta ?? '',
      descanso_severidad: saved.descanso_severidad,
    },
    resolver: resolverOf<Values>(z.preprocess((values) => bodyOf(values as Values), DescansoSave)),
  });
  const edit = useEdit(form);
  const { half, check } = useWhole();
  const failure = half ?? edit.failure;
  const save = useSaveRest();
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    edit.save(() => save(bodyOf(values)), { done: t.saved, failure: t.failure }),
  );
  const submitWhole = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) void submit(event);
  };
  return (
    <form onSubmit={submitWhole} noValidate>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4" alignItems="start">
        <FormField label={t.desde} error={errors.descanso_desde}>
          <DateInput {...register('descanso_desde')} type="time" />
        </FormField>
        <FormField label={t.hasta} error={errors.descanso_hasta}>
          <DateInput {...register('descanso_hasta')} type="time" />
        </FormField>
        <FormField label={t.severidad} error={errors.descanso_severidad}>
          <Select {...register('descanso_severidad')}>
            <SeverityOptions />
          </Select>
        </FormField>
      </SimpleGrid>
      {failure && <Failure>{[failure.text, failure.detalle].filter(Boolean).join('. ')}</Failure>}
      <Button mt="4" type="submit" variant="surface" colorPalette="campo" disabled={edit.busy || !edit.dirty}>
        {edit.busy ? t.saving : t.save}
      </Button>
    </form>
  );
}
