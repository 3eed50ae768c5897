import { TARIFA_EJEMPLOS, type TarifasDeEmpresa, type TarifasSave, type TarifaVersion } from '@acequia/contracts';
import { Box, Flex, Heading, Input, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Conflict } from '../../../components/form/conflict.js';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField, Select } from '../../../components/form/fields.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { dateOf } from '../../../lib/format/format.js';
import { useSaveTarifas } from '../api/tarifas.js';
import { readable } from '../lib/describe.js';
import { coverageFault, faultsOf, fieldOf } from '../lib/form-faults.js';
import { partsOf, readableRules, valuesOf, versionOf, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { PeriodsField } from './periods-field.js';
import { RulesField } from './rules-field.js';
import { WeekTable } from './week-table.js';

const { fields } = texts;
type Versions = TarifasSave['versiones'];
const COMPARED = {
  desde: fields.desde,
  periodos: fields.periodos,
  reglas: fields.reglas,
  festivos: fields.festivos,
};

interface Props {
  /** Null: a new one. */
  one: TarifaVersion | null;
  /** All that the company has: newer than `one` when another person saved. */
  saved: TarifasDeEmpresa;
  /** MM-DD. */
  today: string;
  onClose: () => void;
}

const oldestFirst = (versiones: Versions): Versions => versiones.toSorted((a, b) => a.desde.localeCompare(b.desde));

/** Creates, edits or deletes a version of a company's prices. All versions are saved together. */
export function VersionDialog({ one, saved, today, onClose }: Props) {
  const { empresa_id, versiones, version } = saved;
  const form = useForm<Values>({ defaultValues: valuesOf(one, version, one ?? versiones.at(-1)) });
  const edit = useEdit(form, fieldOf);
  const save = useSaveTarifas();
  const { register, formState } = form;
  const { errors } = formState;
  const stored = versiones.find(({ desde }) => desde === one?.desde);
  const others = versiones.filter((each) => each !== stored);

  const submit = form.handleSubmit(async (values) => {
    const faults = faultsOf(
      values,
      others.map(({ desde }) => desde),
    );
    for (const { field, message } of faults)
      if (field === null) edit.refuse(message);
      else form.setError(field, { message });
    if (faults.length > 0) return;
    const all = oldestFirst([...others, versionOf(values) as Versions[number]]);
    const task = () => save({ empresa_id, versiones: all, version: values.version });
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={900}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={one ? { nombre: dateOf(one.desde), task: () => save({ empresa_id, versiones: others, version }) } : null}
    >
      <Conflict
        edit={edit}
        saved={stored ? valuesOf(stored, version) : { ...form.getValues(), version }}
        submit={submit}
        fields={COMPARED}
        compare={readable}
      />
      <Stack gap="6">
        <Flex gap="4" wrap="wrap" align="flex-start">
          <Box w={{ base: 'full', sm: '14rem' }}>
            <FormField label={fields.desde} help={texts.desdeHelp} error={errors.desde} required>
              <DateInput {...register('desde')} />
            </FormField>
          </Box>
          {!one && <ExampleField form={form} />}
        </Flex>
        <PeriodsField form={form} />
        <RulesField form={form} />
        <FormField label={fields.festivos} help={texts.festivosHelp} error={errors.festivos}>
          <Input {...register('festivos')} autoComplete="off" />
        </FormField>
        <Week form={form} today={today} />
      </Stack>
    </RecordDialog>
  );
}

/** Fills the form with a known shape, and says that its prices are invented. */
function ExampleField({ form }: { form: UseFormReturn<Values> }) {
  const [clave, setClave] = useState('');
  const take = (chosen: string): void => {
    setClave(chosen);
    const example = TARIFA_EJEMPLOS.find((each) => each.clave === chosen);
    if (example) form.reset({ ...form.getValues(), ...partsOf(example.version) }, { keepDefaultValues: true });
  };
  return (
    <Box flex="1" minW={{ base: 'full', sm: '16rem' }}>
      <FormField label={fields.ejemplo} help={clave === '' && texts.ejemploHelp}>
        <Select value={clave} onChange={({ target }) => take(target.value)}>
          <option value="">{texts.choose}</option>
          {TARIFA_EJEMPLOS.map((example) => (
            <option key={example.clave} value={example.clave}>
              {example.nombre}
            </option>
          ))}
        </Select>
      </FormField>
      {clave !== '' && (
        <Text role="status" mt="1" color="fg.warning" fontWeight="600">
          {texts.placeholders}
        </Text>
      )}
    </Box>
  );
}

/** The week as it is written by now, and what its rules miss. */
function Week({ form, today }: { form: UseFormReturn<Values>; today: string }) {
  const [periodos, reglas] = useWatch({ control: form.control, name: ['periodos', 'reglas'] });
  const fault = coverageFault({ periodos, reglas });
  return (
    <Box as="section">
      <Heading as="h3" size="md" mb="2">
        {texts.week.preview}
      </Heading>
      <Text role="status" mb="3" color={fault === null ? 'fg.success' : 'fg.error'} fontWeight="600">
        {fault ?? texts.week.whole}
      </Text>
      <WeekTable periodos={periodos} reglas={readableRules(reglas)} today={today} />
    </Box>
  );
}
