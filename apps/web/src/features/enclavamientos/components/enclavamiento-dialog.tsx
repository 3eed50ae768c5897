import { TIPOS_ENCLAVAMIENTO, type Enclavamiento, type EnclavamientoSave } from '@acequia/contracts';
import { Box, Input, SimpleGrid } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { FormField, asNumber, Options, Select } from '../../../components/form/fields.js';
import { DurationField } from '../../../components/form/duration-field.js';
import { MultiField, type Option } from '../../../components/form/multi-field.js';
import { Conflict } from '../../../components/form/conflict.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { useEnclavamientoActions } from '../api/enclavamientos.js';
import { ValidEnclavamiento, valuesOf, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields, helps } = texts;

interface Props {
  /** Null: a new group. */
  one: Enclavamiento | null;
  /** The same group as the list holds it now: newer when another person saved. */
  saved: Enclavamiento | undefined;
  empresaId: number;
  /** The company's switches, as options. */
  switches: readonly Option[];
  /** The switches could not be read. */
  unread: boolean;
  onClose: () => void;
}

/** Creates, edits or deletes an interlock group. */
export function EnclavamientoDialog({ one, saved, empresaId, switches, unread, onClose }: Props) {
  const form = useForm<Values>({
    defaultValues: valuesOf(one, empresaId),
    resolver: resolverOf(ValidEnclavamiento),
  });
  const edit = useEdit(form);
  const actions = useEnclavamientoActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const tipo = useWatch({ control, name: 'tipo' });
  const requiere = tipo === 'requiere';

  const submit = form.handleSubmit(async (values) => {
    const task = () => actions.save({ id: one?.id ?? null, data: values as EnclavamientoSave });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  const nameOf = (id: number | null): string => switches.find((one) => one.id === id)?.text ?? '';
  const delay = (nombre: 'retardo_encendido_s' | 'retardo_apagado_s', help: string) => (
    <DurationField form={form} name={nombre} unit="s" label={fields[nombre]} error={errors[nombre]} help={help} />
  );

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={600}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={one ? { nombre: one.nombre, task: () => actions.eliminar(one.id) } : null}
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved, empresaId)}
        submit={submit}
        fields={fields}
        asText={{
          tipo: (value) => texts.tipos[value],
          bomba_id: nameOf,
          switches: (ids) => ids.map(nameOf).join(', '),
        }}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <FormField label={fields.nombre} error={errors.nombre} required>
          <Input {...register('nombre')} autoComplete="off" />
        </FormField>
        <FormField label={fields.tipo} error={errors.tipo} required>
          <Select {...register('tipo')}>
            {TIPOS_ENCLAVAMIENTO.map((each) => (
              <option key={each} value={each}>
                {texts.tipos[each]}
              </option>
            ))}
          </Select>
        </FormField>
        <Box gridColumn={{ sm: '1 / -1' }} color="fg.muted">
          {helps[tipo]}
        </Box>
        {requiere && (
          <Box gridColumn={{ sm: '1 / -1' }}>
            <FormField label={fields.bomba_id} error={errors.bomba_id} required>
              <Select {...register('bomba_id', asNumber)}>
                <option value="">{texts.choose}</option>
                <Options from={switches.map(({ id, text }) => ({ id, nombre: text }))} chosen={one?.bomba_id} />
              </Select>
            </FormField>
          </Box>
        )}
        <Box gridColumn={{ sm: '1 / -1' }}>
          <MultiField
            control={control}
            nombre="switches"
            label={requiere ? texts.valves : fields.switches}
            options={switches}
            noOptions={unread ? texts.unread : undefined}
            error={errors.switches}
          />
        </Box>
        {requiere && delay('retardo_encendido_s', helps.encendido)}
        {requiere && delay('retardo_apagado_s', helps.apagado)}
      </SimpleGrid>
    </RecordDialog>
  );
}
