import { Box, Input, Stack } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { SubjectField } from '../../../entities/aviso/subject-field.js';
import type { Subjects } from '../../../entities/aviso/use-subjects.js';
import { useByClock } from '../../../lib/time/clock.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useSilenceActions } from '../api/silencios.js';
import { bodyOf, endOf, FRESH, HOURS, ValidSilencio, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

interface Props {
  empresaId: number;
  subjects: Subjects;
  onClose: () => void;
}

/** Creates a silence: subject, duration and reason. */
export function SilenceDialog({ empresaId, subjects, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: FRESH, resolver: resolverOf(ValidSilencio) });
  const edit = useEdit(form);
  const { save } = useSilenceActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const horas = useWatch({ control, name: 'horas' });
  const { dateTimeOf } = useDates();
  const ends = useByClock((now) => dateTimeOf(endOf(horas, now)));

  const submit = form.handleSubmit(async (values) => {
    const task = () => save(bodyOf(values, empresaId, serverNow()));
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });

  return (
    <FormDialog title={texts.fresh} ancho={480} onClose={onClose} onSave={submit} edit={edit}>
      <Stack gap="4">
        <SubjectField subjects={subjects} {...register('objeto')} />
        <FormField label={texts.fields.hasta} help={texts.until(ends)}>
          <Select {...register('horas', asNumber)}>
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {texts.during(each)}
              </option>
            ))}
          </Select>
        </FormField>
        <Box>
          <FormField label={texts.fields.motivo} error={errors.motivo} required>
            <Input {...register('motivo')} placeholder={texts.example} autoComplete="off" />
          </FormField>
        </Box>
      </Stack>
    </FormDialog>
  );
}
