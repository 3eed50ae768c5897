import type { UseFormReturn } from 'react-hook-form';
import { asNumber, FormField } from '../../../components/form/fields.js';
import { MinutesField } from '../../../components/form/minutes-field.js';
import { NumberInput } from '../../../components/form/number-input.js';
import type { Values } from '../lib/form-values.js';

export type NumberName =
  | 'pausa_s'
  | 'remojo_max_min'
  | 'remojo_pausa_min'
  | 'valvulas'
  | 'caudal'
  | 'et0_mm'
  | 'et0_referencia'
  | 'et0_minimo'
  | 'tarde_max_min';

/** An optional number of the form. */
export function NumberField({ form, name, label }: { form: UseFormReturn<Values>; name: NumberName; label: string }) {
  if (name.endsWith('_min'))
    return <MinutesField form={form} name={name} label={label} error={form.formState.errors[name]} />;
  return (
    <FormField label={label} error={form.formState.errors[name]}>
      <NumberInput {...form.register(name, asNumber)} />
    </FormField>
  );
}
