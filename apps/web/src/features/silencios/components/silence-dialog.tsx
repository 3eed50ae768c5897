import { Box, Input, Stack } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { SubjectField } from '../../../entities/aviso/subject-field.js';
import type { Subjects } from '../../../entities/aviso/use-subjects.js';
import { useZonesKnown } from '../../../entities/empresa/empresa-zone.js';
import { useByClock } from '../../../lib/time/clock.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useSilenceActions } from '../api/silencios.js';
import { beginOf, bodyOf, endOf, FRESH, HOURS, ValidSilencio, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const MINUTE_MS = 60_000;

interface Props {
  empresaId: number;
  timeZone: string;
  subjects: Subjects;
  onClose: () => void;
}

/** Creates a silence: subject, start, duration and reason. */
export function SilenceDialog({ empresaId, timeZone, subjects, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: FRESH, resolver: resolverOf(ValidSilencio) });
  const edit = useEdit(form);
  const { save } = useSilenceActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const [horas, desde] = useWatch({ control, name: ['horas', 'desde'] });
  const { dateTimeOf } = useDates();
  const zonesKnown = useZonesKnown();
  const ends = useByClock((now) => dateTimeOf(endOf(horas, beginOf(desde, timeZone, now))));

  const submit = form.handleSubmit(async (values) => {
    const now = serverNow();
    if (beginOf(values.desde, timeZone, now) < now - MINUTE_MS) return form.setError('desde', { message: texts.past });
    const task = () => save(bodyOf(values, empresaId, timeZone, now));
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });

  return (
    <FormDialog title={texts.fresh} width={480} onClose={onClose} onSave={submit} edit={edit}>
      <Stack gap="4">
        <SubjectField subjects={subjects} {...register('objeto')} />
        <FormField label={texts.fields.desde} help={texts.atOnce} error={errors.desde}>
          <DateInput type="datetime-local" disabled={!zonesKnown} {...register('desde')} />
        </FormField>
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
