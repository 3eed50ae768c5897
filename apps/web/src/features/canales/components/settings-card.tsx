import { type AvisosSettings, AvisosSettingsSave } from '@acequia/contracts';
import { Box, Button, Flex, SimpleGrid } from '@chakra-ui/react';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { FailureNotice } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { useWhole } from '../../../components/form/use-whole.js';
import { SettingsSection } from '../../../components/settings-section.js';
import { SeverityOptions } from '../../../entities/aviso/severity-options.js';
import { useChannelActions, useSettings } from '../api/canales.js';
import { texts } from '../textos.js';

const t = texts.settings;

/** Quiet hours and time of the summary, for all channels of a company. */
export function SettingsCard({ empresaId }: { empresaId: number }) {
  const settings = useSettings(empresaId);
  return (
    <SettingsSection texts={t} reading={settings}>
      {settings.data && (
        // The key creates a new form when another company is chosen or the stored values change.
        <SettingsForm key={keyOf(settings.data)} saved={settings.data} />
      )}
    </SettingsSection>
  );
}

/** How the communicator fares changes by itself, and must not empty the form. */
const keyOf = ({ comunicador: _is, comunicador_estado: _fares, ...edited }: AvisosSettings) => JSON.stringify(edited);

type Values = Record<'descanso_desde' | 'descanso_hasta' | 'resumen_hora', string> & {
  descanso_severidad: AvisosSettings['descanso_severidad'];
};

function SettingsForm({ saved }: { saved: AvisosSettings }) {
  const bodyOf = (values: Values): AvisosSettingsSave => ({
    empresa_id: saved.empresa_id,
    descanso_desde: values.descanso_desde || null,
    descanso_hasta: values.descanso_hasta || null,
    descanso_severidad: values.descanso_severidad,
    resumen_hora: values.resumen_hora || null,
  });
  const form = useForm<Values>({
    defaultValues: {
      descanso_desde: saved.descanso_desde ?? '',
      descanso_hasta: saved.descanso_hasta ?? '',
      descanso_severidad: saved.descanso_severidad,
      resumen_hora: saved.resumen_hora ?? '',
    },
    resolver: resolverOf<Values>(z.preprocess((values) => bodyOf(values as Values), AvisosSettingsSave)),
  });
  const edit = useEdit(form);
  const { half, check } = useWhole();
  const failure = half ?? edit.failure;
  const { saveSettings } = useChannelActions();
  const { register } = form;
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    edit.save(() => saveSettings(bodyOf(values)), { done: t.saved, failure: t.failure }),
  );
  const submitWhole = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) void submit(event);
  };
  return (
    <form onSubmit={submitWhole} noValidate>
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4" alignItems="start">
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
        <FormField label={t.resumen} error={errors.resumen_hora} help={t.resumenHelp}>
          <DateInput {...register('resumen_hora')} type="time" />
        </FormField>
      </SimpleGrid>
      {failure && (
        <Box mx="-6" mt="3">
          <FailureNotice failure={failure} />
        </Box>
      )}
      <Flex mt="4">
        <Button type="submit" variant="surface" colorPalette="campo" disabled={edit.busy || !edit.dirty}>
          {edit.busy ? t.saving : t.save}
        </Button>
      </Flex>
    </form>
  );
}
