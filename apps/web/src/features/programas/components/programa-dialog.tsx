import { ProgramaSave, type Programa } from '@acequia/contracts';
import { Flex, Input, SimpleGrid } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useConfirm } from '../../../components/confirm.js';
import { FormField, SwitchField } from '../../../components/form/fields.js';
import { Conflict } from '../../../components/form/conflict.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { dayOf } from '../../../lib/format/format.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { previewOf, useProgramaActions } from '../api/programas.js';
import { readable } from '../lib/describe.js';
import { faultsOf, fieldOf, wholePrograma } from '../lib/form-faults.js';
import { programaOf, valuesOf, type Values } from '../lib/form-values.js';
import { summariesOf } from '../lib/summaries.js';
import { texts } from '../textos.js';
import type { SensorOption } from './conditions-field.js';
import { DaysField } from './days-field.js';
import { FurtherSections } from './further-sections.js';
import { isConflict, Preview } from './preview.js';
import { StartsField } from './starts-field.js';
import { StepsField, type Target } from './steps-field.js';

const { fields, sections } = texts;
const COMPARED = {
  nombre: fields.nombre,
  activo: fields.activo,
  modo: fields.modo,
  cuando: texts.inicios,
  paso: texts.pasos,
  ...sections.titles,
};

interface Props {
  /** Null: a new program. */
  one: Programa | null;
  /** The same program as the list holds it now: newer when another person saved. */
  saved: Programa | undefined;
  empresaId: number;
  timeZone: string;
  targets: readonly Target[];
  sensors: readonly SensorOption[];
  flowOf: (switchId: number) => number | null;
  onClose: () => void;
}

/** Creates, edits or deletes a program, with its preview below the form. */
export function ProgramaDialog({ one, saved, empresaId, timeZone, targets, sensors, flowOf, onClose }: Props) {
  const today = dayOf(serverNow(), timeZone) ?? '';
  const form = useForm<Values>({ defaultValues: valuesOf(one, today) });
  const edit = useEdit(form, (campo) => fieldOf(campo.split('.')));
  const actions = useProgramaActions();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const [checking, setChecking] = useState(false);
  const { register, control } = form;
  const values = useDeferredValue(useWatch({ control }) as Values);
  const whole = wholePrograma(values, empresaId);

  /** Asks before saving a program with conflicts, because the preview may be outside the visible part of the form. */
  const knowingly = async (data: ProgramaSave): Promise<boolean> => {
    const tryOut = { ...data, nombre: '-', ...(one && { id: one.id }) };
    setChecking(true);
    const found = await queries.fetchQuery(previewOf(tryOut)).catch(() => null);
    setChecking(false);
    if (!found) return confirm(texts.preview.unchecked);
    const conflicts = found.conflictos.filter(isConflict);
    if (conflicts.length === 0) return true;
    const { question, accion } = texts.preview.confirm;
    return confirm({ text: question, accion, detalle: conflicts.map(({ texto }) => texto).join(' ') });
  };

  const submit = form.handleSubmit(async (sent) => {
    const faults = faultsOf(sent, empresaId);
    for (const { field, message } of faults) form.setError(field, { message });
    if (faults.length > 0) return;
    const data = ProgramaSave.parse(programaOf(sent, empresaId));
    if (!(await knowingly(data))) return;
    const task = () => actions.save({ id: one?.id ?? null, data });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  const nameOf = (objeto: string) =>
    targets.find((each) => each.objeto === objeto)?.nombre ?? texts.unnamed(Number(objeto.slice(1)));
  const { errors } = form.formState;

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={900}
      onClose={onClose}
      onSave={submit}
      edit={{ ...edit, busy: edit.busy || checking }}
      deletes={one ? { nombre: one.nombre, task: () => actions.eliminar(one.id) } : null}
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved, today)}
        submit={submit}
        fields={COMPARED}
        compare={(values) => ({ ...readable(values, nameOf), ...summariesOf(values) })}
      />
      <Flex direction="column" gap="5">
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
          <FormField label={fields.nombre} error={errors.nombre} required>
            <Input {...register('nombre')} autoComplete="off" />
          </FormField>
          <SwitchField
            control={control}
            nombre="activo"
            label={fields.activo}
            offHelp={one?.activo === 1 ? texts.inactiveHelp : undefined}
          />
        </SimpleGrid>
        <DaysField form={form} />
        <StartsField form={form} />
        <StepsField form={form} targets={targets} empresaId={empresaId} />
        <FurtherSections form={form} values={values} empresaId={empresaId} sensors={sensors} nameOf={nameOf} />
        <Preview
          programa={whole && { ...whole, nombre: '-', ...(one && { id: one.id }) }}
          timeZone={timeZone}
          nameOf={nameOf}
          flowOf={flowOf}
        />
      </Flex>
    </RecordDialog>
  );
}
