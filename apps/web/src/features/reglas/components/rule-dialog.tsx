import { AVISO_TYPES, magnitudOf, typeOfAviso, type Regla, type TipoAviso } from '@acequia/contracts';
import { Box, SimpleGrid, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { asNumber, FormField, Select, SwitchField } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { RecordDialog } from '../../../components/form/record-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { SubjectField } from '../../../entities/aviso/subject-field.js';
import { keyOf } from '../../../entities/aviso/subject.js';
import type { Subjects } from '../../../entities/aviso/use-subjects.js';
import { SeverityOptions } from '../../../entities/aviso/severity-options.js';
import { inSpanishOrder } from '../../../lib/spanish-order.js';
import { useRuleActions } from '../api/reglas.js';
import { conditionText } from '../lib/describe.js';
import {
  bodyOf,
  freshValues,
  isTime,
  kindsFor,
  secondsOf,
  ValidRule,
  valuesOf,
  wholeBody,
  type Values,
} from '../lib/form-values.js';
import { usualLimits } from '../lib/usual-limits.js';
import { texts } from '../textos.js';
import { RulePreview } from './rule-preview.js';
import { TimeField } from './time-field.js';
import { UsualLimits } from './usual-limits.js';

const { fields, helps } = texts;
const nombreOf = (tipo: TipoAviso): string => typeOfAviso(tipo).nombre;
/** Kinds of alarm that allow exceptions. */
const EXCEPTED = inSpanishOrder(
  AVISO_TYPES.filter((tipo) => kindsFor(tipo).length > 0),
  nombreOf,
);

interface Props {
  /** Null: a new exception. */
  one: Regla | null;
  /** All rules of the company: a new exception replaces an existing one for the same subject. */
  rules: readonly Regla[];
  empresaId: number;
  subjects: Subjects;
  onClose: () => void;
}

/** Changes a rule of a company, or creates an exception, with a preview of its alarms. */
export function RuleDialog({ one, rules, empresaId, subjects, onClose }: Props) {
  const form = useForm<Values>({
    defaultValues: one ? valuesOf(one) : freshValues('temperatura_alta'),
    resolver: resolverOf(ValidRule),
  });
  const edit = useEdit(form);
  const { save, eliminar } = useRuleActions();
  const { register, control, formState, setError } = form;
  const { errors } = formState;
  const values = useWatch({ control }) as Values;
  const { tipo, objeto } = values;
  const written = one?.id ?? null;
  const { umbral: threshold, histeresis, onePoint = false, unit: usual = '' } = typeOfAviso(tipo);
  // A point's threshold is in the unit of what it measures.
  const measured = subjects.list.find(({ key }) => key === objeto)?.magnitud;
  const unit = [onePoint && measured && magnitudOf(measured).unidad, usual].filter(Boolean).join(' ');
  const doubled = !one && rules.some((rule) => rule.tipo === tipo && keyOf(rule) === objeto && objeto !== '');

  const submit = form.handleSubmit(async (sent) => {
    if (!one && sent.objeto === '') return setError('objeto', { message: texts.errors.subject }, { shouldFocus: true });
    const task = () => save(bodyOf(sent, empresaId));
    if (await edit.save(task, { done: texts.saved, failure: texts.saveError })) onClose();
  });
  const another = (next: TipoAviso) => {
    const fits = kindsFor(next).some((kind) => objeto.startsWith(`${kind}:`));
    form.reset({ ...freshValues(next), ...(fits && { objeto }) }, { keepDefaultValues: true });
  };

  return (
    <RecordDialog
      isNew={!one}
      texts={texts}
      width={640}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      deletes={written !== null ? { nombre: nombreOf(tipo), task: () => eliminar(written) } : null}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <Box gridColumn={{ sm: '1 / -1' }}>
          {one ? (
            <>
              <Text fontWeight="600" fontSize="md">
                {nombreOf(one.tipo)}
              </Text>
              <Text color="fg.muted">{subjects.nameOf(keyOf(one)) ?? texts.reading}</Text>
            </>
          ) : (
            <FormField label={fields.tipo}>
              <Select value={tipo} onChange={({ target }) => another(target.value as TipoAviso)}>
                {EXCEPTED.map((each) => (
                  <option key={each} value={each}>
                    {nombreOf(each)}
                  </option>
                ))}
              </Select>
            </FormField>
          )}
        </Box>
        {!one && (
          <Box gridColumn={{ sm: '1 / -1' }}>
            <SubjectField
              subjects={subjects}
              kinds={kindsFor(tipo)}
              must
              error={errors.objeto}
              {...register('objeto')}
            />
            {doubled && (
              <Text fontSize="xs" color="fg.warning" mt="1">
                {texts.errors.exists}
              </Text>
            )}
          </Box>
        )}
        <Text gridColumn={{ sm: '1 / -1' }}>{`${texts.columns.condition}: ${condition(values)}.`}</Text>
        {threshold !== undefined &&
          (isTime(tipo) ? (
            <TimeField form={form} nombre="umbralTime" label={fields.umbralDuration} />
          ) : (
            <FormField label={fields.umbral(unit)} error={errors.umbral}>
              <NumberInput signed {...register('umbral', asNumber)} />
            </FormField>
          ))}
        {!isTime(tipo) && histeresis !== undefined && (histeresis > 0 || onePoint) && (
          <FormField label={fields.histeresis(unit)} error={errors.histeresis} help={helps.histeresis}>
            <NumberInput {...register('histeresis', asNumber)} />
          </FormField>
        )}
        <UsualLimits
          limits={usualLimits(tipo, measured)}
          onChoose={({ umbral, histeresis: margin }) => {
            form.setValue('umbral', umbral, { shouldDirty: true, shouldValidate: true });
            form.setValue('histeresis', margin, { shouldDirty: true });
          }}
        />
        <TimeField form={form} nombre="espera" label={fields.espera} help={helps.espera} />
        <FormField label={fields.severidad} error={errors.severidad}>
          <Select {...register('severidad')}>
            <SeverityOptions />
          </Select>
        </FormField>
        <FormField label={fields.desde} error={errors.hora_desde} help={helps.hours}>
          <DateInput {...register('hora_desde')} type="time" />
        </FormField>
        <FormField label={fields.hasta} error={errors.hora_hasta}>
          <DateInput {...register('hora_hasta')} type="time" />
        </FormField>
        <SwitchField control={control} nombre="activa" label={fields.activa} />
      </SimpleGrid>
      {/* An exception without its subject would be shown as a rule of the whole company. */}
      <RulePreview rule={one || objeto !== '' ? wholeBody(values, empresaId) : null} />
    </RecordDialog>
  );
}

const condition = ({ tipo, umbral, umbralTime }: Values): string =>
  conditionText({ tipo, umbral: (isTime(tipo) ? secondsOf(umbralTime) : umbral) ?? 0 });
