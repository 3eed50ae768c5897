import { ProgramaSave, type Programa } from '@acequia/contracts';
import { chakra, Flex, Input, SimpleGrid } from '@chakra-ui/react';
import { useDeferredValue } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { asNumber, FormField, Select, SwitchField } from '../../../components/form/fields.js';
import { Conflict } from '../../../components/form/conflict.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { DeleteButton } from '../../../components/form/state-actions.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { dayOf } from '../../../lib/format/format.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useProgramaActions } from '../api/programas.js';
import { readable } from '../lib/describe.js';
import { faultsOf, fieldOf, programaOf, valuesOf, wholePrograma, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { DaysField } from './days-field.js';
import { Preview } from './preview.js';
import { StartsField } from './starts-field.js';
import { StepsField, type Target } from './steps-field.js';

const { fields } = texts;
const COMPARED = { nombre: fields.nombre, modo: fields.modo, cuando: texts.inicios, paso: texts.pasos };

/** Fields that are folded away until one of them is wrong. */
const FURTHER = ['ventana_desde', 'ventana_hasta', 'remojo_max_min', 'remojo_pausa_min', 'valvulas', 'caudal'] as const;

interface Props {
  /** Null: a new one. */
  one: Programa | null;
  /** The same program as the list has it now: newer when somebody else saved. */
  saved: Programa | undefined;
  empresaId: number;
  targets: readonly Target[];
  flowOf: (switchId: number) => number | null;
  onClose: () => void;
}

/** Creates, edits or deletes a program, with what it would do beside it. */
export function ProgramaDialog({ one, saved, empresaId, targets, flowOf, onClose }: Props) {
  const today = dayOf(serverNow()) ?? '';
  const form = useForm<Values>({ defaultValues: valuesOf(one, today) });
  const edit = useEdit(form, (campo) => fieldOf(campo.split('.')));
  const actions = useProgramaActions();
  const { register, control } = form;
  const values = useDeferredValue(useWatch({ control }) as Values);
  const whole = wholePrograma(values, one, empresaId);

  const submit = form.handleSubmit(async (sent) => {
    const faults = faultsOf(sent, one, empresaId);
    for (const { field, message } of faults) form.setError(field as never, { message });
    if (faults.length > 0) return;
    const data = ProgramaSave.parse(programaOf(sent, one, empresaId));
    const task = () => actions.save({ id: one?.id ?? null, data });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  const nameOf = (objeto: string) => targets.find((each) => each.objeto === objeto)?.nombre ?? objeto;
  const { errors } = form.formState;
  const furtherFault = FURTHER.some((name) => errors[name]);
  const number = (
    name: 'pausa_s' | 'remojo_max_min' | 'remojo_pausa_min' | 'valvulas' | 'caudal' | 'tarde_max_min',
    label: string,
  ) => (
    <FormField label={label} error={errors[name]}>
      <Input type="number" min="0" step="any" inputMode="decimal" {...register(name, asNumber)} />
    </FormField>
  );

  return (
    <FormDialog
      title={one ? texts.dialog.edit : texts.dialog.fresh}
      ancho={900}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      actions={
        one && (
          <DeleteButton
            edit={edit}
            nombre={one.nombre}
            texts={texts.eliminar}
            task={() => actions.eliminar(one.id)}
            onDone={onClose}
          />
        )
      }
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved, today)}
        submit={submit}
        fields={COMPARED}
        compare={(values) => readable(values, nameOf)}
      />
      <Flex direction="column" gap="5">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField label={fields.nombre} error={errors.nombre} required>
            <Input {...register('nombre')} autoComplete="off" />
          </FormField>
          <SwitchField control={control} nombre="activo" label={fields.activo} />
        </SimpleGrid>
        <DaysField form={form} />
        <StartsField form={form} />
        <StepsField form={form} targets={targets} />
        <SimpleGrid columns={{ base: 1, sm: 2, md: 3 }} gap="4" alignItems="start">
          {number('pausa_s', fields.pausa)}
          <FormField label={fields.sinConexion}>
            <Select {...register('sin_conexion')}>
              <option value="regar">{texts.offline.regar}</option>
              <option value="no_regar">{texts.offline.no_regar}</option>
            </Select>
          </FormField>
          {number('tarde_max_min', fields.tarde)}
        </SimpleGrid>
        <chakra.details {...(furtherFault && { open: true })}>
          <summary>{texts.more}</summary>
          <SimpleGrid columns={{ base: 1, sm: 2, md: 3 }} gap="4" mt="3" alignItems="start">
            <FormField label={fields.ventanaDesde} error={errors.ventana_desde}>
              <Input type="time" {...register('ventana_desde')} />
            </FormField>
            <FormField label={fields.ventanaHasta} error={errors.ventana_hasta}>
              <Input type="time" {...register('ventana_hasta')} />
            </FormField>
            {number('remojo_max_min', fields.remojoMax)}
            {number('remojo_pausa_min', fields.remojoPausa)}
            {number('valvulas', fields.valvulas)}
            {number('caudal', fields.caudal)}
          </SimpleGrid>
        </chakra.details>
        <Preview
          programa={whole && { ...whole, nombre: '-', ...(one && { id: one.id }) }}
          nameOf={nameOf}
          flowOf={flowOf}
        />
      </Flex>
    </FormDialog>
  );
}
