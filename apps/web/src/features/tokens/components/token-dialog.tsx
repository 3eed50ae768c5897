import { PERMISOS, type TokenCreado } from '@acequia/contracts';
import { Box, Input, Stack, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, SwitchField } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { MultiField } from '../../../components/form/multi-field.js';
import { DurationField } from '../../../components/form/duration-field.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { readUsuario } from '../../../lib/session.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useTokenActions } from '../api/tokens.js';
import { bodyOf, endOfDay, freshOf, ValidToken, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;

interface Props {
  empresaId: number;
  timeZone: string;
  empresas: readonly { id: number; nombre: string }[];
  onMade: (token: TokenCreado) => void;
  onClose: () => void;
}

/** Creates a token: its name, what it may do, for which companies and until when. */
export function TokenDialog({ empresaId, timeZone, empresas, onMade, onClose }: Props) {
  const form = useForm<Values>({
    defaultValues: freshOf(empresaId, serverNow()),
    resolver: resolverOf(ValidToken),
  });
  const edit = useEdit(form);
  const { create } = useTokenActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const operates = useWatch({ control, name: 'operar' }) === 1;

  const submit = form.handleSubmit(async (values) => {
    const vence = endOfDay(values.vence, timeZone);
    if (vence === null || vence <= serverNow()) return form.setError('vence', { message: texts.past });
    let made: TokenCreado | undefined;
    const task = async () => (made = await create(bodyOf(values, vence)));
    if ((await edit.save(task, { done: texts.saved, failure: texts.saveError })) && made) onMade(made);
  });

  return (
    <FormDialog title={texts.fresh} width={520} onClose={onClose} onSave={submit} edit={edit}>
      <Stack gap="4">
        <FormField label={fields.nombre} error={errors.nombre} required>
          <Input {...register('nombre')} placeholder={texts.example} maxLength={34} autoComplete="off" />
        </FormField>
        {readUsuario()?.rol === 'admin_global' && (
          <MultiField
            control={control}
            nombre="empresas"
            label={fields.empresas}
            options={empresas.map(({ id, nombre }) => ({ id, text: nombre }))}
            error={errors.empresas}
          />
        )}
        <Stack gap="3" role="group" aria-label={fields.permisos}>
          <Text fontWeight="500">{fields.permisos}</Text>
          {PERMISOS.map((permiso) => (
            <Box key={permiso}>
              <SwitchField control={control} nombre={permiso} label={texts.permisos[permiso]} />
              <Text fontSize="sm" color="fg.muted">
                {texts.permisosHelp[permiso]}
              </Text>
            </Box>
          ))}
          {errors.leer && (
            <Text role="alert" fontSize="sm" color="fg.error">
              {errors.leer.message}
            </Text>
          )}
        </Stack>
        {operates && (
          <DurationField
            form={form}
            name="max_min"
            label={fields.max_min}
            help={texts.maxHelp}
            error={errors.max_min}
          />
        )}
        <FormField label={fields.sitios} help={texts.sitiosHelp} error={errors.sitios}>
          <Input {...register('sitios')} autoComplete="off" />
        </FormField>
        <FormField label={fields.vence} help={texts.venceHelp} error={errors.vence} required>
          <DateInput {...register('vence')} />
        </FormField>
      </Stack>
    </FormDialog>
  );
}
