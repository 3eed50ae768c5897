import type { Canal } from '@acequia/contracts';
import { Box, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { asNumber, FormField, Options, Select, SwitchField } from '../../../components/form/fields.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { DurationField } from '../../../components/form/duration-field.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { SeverityOptions } from '../../../entities/aviso/severity-options.js';
import { Unread } from '../../../components/unread.js';
import { isUnread } from '../../../lib/http/query-client.js';
import { useChannelActions, usePeople } from '../api/canales.js';
import { bodyOf, rulesOf, updateOf, valuesOf, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields, helps, kinds } = texts;

interface Props {
  /** Null: a new channel. */
  one: Canal | null;
  /** Name of the channel in the list. */
  nombre: string;
  empresaId: number;
  /** Called with the secret of a new webhook; the server returns the secret only once. */
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** Creates, edits or deletes a channel: recipient, filters and hours. */
export function ChannelDialog({ one, nombre, empresaId, onSecret, onClose }: Props) {
  const form = useForm<Values>({
    defaultValues: valuesOf(one),
    // Return the typed values and not the schema's output, because `bodyOf` needs the form's shape.
    resolver: async (values, context, options) => {
      const result = await resolverOf<Values>(rulesOf(empresaId, one !== null))(values, context, options);
      return Object.keys(result.errors).length > 0 ? result : { values, errors: {} };
    },
  });
  const edit = useEdit(form);
  const actions = useChannelActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const canal = useWatch({ control, name: 'canal' });
  // The company's own chat cannot be deleted.
  const fixed = one?.destino === 'empresa';

  const submit = form.handleSubmit(async (values) => {
    const task = async () => {
      const save = one ? { id: one.id, data: updateOf(values) } : { id: null, data: bodyOf(values, empresaId) };
      const { secreto } = await actions.save(save);
      if (!one && secreto) onSecret(secreto);
    };
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={560}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={one && !fixed ? { nombre, task: () => actions.eliminar(one.id) } : null}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <Box gridColumn={{ sm: '1 / -1' }}>
          {one ? (
            <Text fontWeight="600" fontSize="md" overflowWrap="anywhere">
              {texts.canales[one.canal]} · {nombre}
            </Text>
          ) : (
            <FormField label={fields.canal}>
              <Select {...register('canal')}>
                {(['correo', 'webhook', 'telegram', 'sms'] as const).map((each) => (
                  <option key={each} value={each}>
                    {kinds[each]}
                  </option>
                ))}
              </Select>
            </FormField>
          )}
        </Box>
        {!one && (
          <Box gridColumn={{ sm: '1 / -1' }}>
            {canal === 'telegram' || canal === 'sms' ? (
              <PersonField empresaId={empresaId} form={form} help={helps[canal]} />
            ) : (
              <FormField
                label={fields[canal]}
                error={errors.destino}
                required
                help={canal === 'webhook' ? helps.webhook : undefined}
              >
                <Input {...register('destino')} type={canal === 'correo' ? 'email' : 'url'} autoComplete="off" />
              </FormField>
            )}
          </Box>
        )}
        <FormField label={fields.severidad_minima} error={errors.severidad_minima} help={helps.severidad}>
          <Select {...register('severidad_minima')}>
            <SeverityOptions />
          </Select>
        </FormField>
        <DurationField
          form={form}
          name="escalar_min"
          label={fields.escalar_min}
          error={errors.escalar_min}
          help={helps.escalar}
        />
        <FormField label={fields.hora_desde} error={errors.hora_desde} help={helps.hours}>
          <DateInput {...register('hora_desde')} type="time" />
        </FormField>
        <FormField label={fields.hora_hasta} error={errors.hora_hasta}>
          <DateInput {...register('hora_hasta')} type="time" />
        </FormField>
        <SwitchField control={control} nombre="activo" label={fields.activo} />
      </SimpleGrid>
    </RecordDialog>
  );
}

interface PersonProps {
  empresaId: number;
  form: ReturnType<typeof useForm<Values>>;
  help: string;
}

function PersonField({ empresaId, form, help }: PersonProps) {
  const people = usePeople(empresaId);
  return (
    <Stack gap="2">
      <FormField label={fields.usuario_id} error={form.formState.errors.usuario_id} required help={help}>
        <Select {...form.register('usuario_id', asNumber)}>
          <option value="">{texts.choose}</option>
          <Options from={people.data ?? []} />
        </Select>
      </FormField>
      {isUnread(people) && <Unread text={texts.noPeople} onRetry={people.refetch} />}
    </Stack>
  );
}
