import { isCentinela, magnitudOfMeter, MEASUREMENT_FIELDS, type MeasurementField } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { Choice, FormField, Select } from '../../../components/form/fields.js';
import { dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;

interface Props {
  form: UseFormReturn<Values>;
  empresaId: number;
  /** The magnitud of what exists stays. */
  isNew: boolean;
}

/** Which centinela a point follows and which of its values, whose magnitud it then has. */
export function MeterFields({ form, empresaId, isNew }: Props) {
  const { register, formState, setValue } = form;
  const { errors } = formState;
  const meters = (useQuery(dispositivosOfEmpresa(empresaId)).data ?? []).filter(({ tipo }) => isCentinela(tipo));
  const chosen = (campo: string): void => {
    if (isNew && campo !== '') setValue('magnitud', magnitudOfMeter(campo as MeasurementField));
  };
  return (
    <>
      <FormField label={fields.dispositivo_id} error={errors.dispositivo_id} required>
        <Choice control={form.control} nombre="dispositivo_id" numbers>
          <option value="">{texts.choose}</option>
          {meters.map(({ id, nombre }) => (
            <option key={id} value={id}>
              {nombre}
            </option>
          ))}
        </Choice>
      </FormField>
      <FormField label={fields.campo} error={errors.campo} required>
        <Select {...register('campo', { onChange: ({ target }) => chosen(target.value) })}>
          <option value="">{texts.choose}</option>
          {MEASUREMENT_FIELDS.map((campo) => (
            <option key={campo} value={campo}>
              {texts.meterField(campo)}
            </option>
          ))}
        </Select>
      </FormField>
    </>
  );
}
