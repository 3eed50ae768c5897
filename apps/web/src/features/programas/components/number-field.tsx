import type { UseFormReturn } from 'react-hook-form';
import { asNumber, FormField } from '../../../components/form/fields.js';
import { DurationField } from '../../../components/form/duration-field.js';
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
  const field = { form, name, label, error: form.formState.errors[name] };
  if (name.endsWith('_min')) return <DurationField {...field} />;
  if (name.endsWith('_s')) return <DurationField {...field} unit="s" />;
  return (
    <FormField label={label} error={form.formState.errors[name]}>
      <NumberInput {...form.register(name, asNumber)} />
    </FormField>
  );
}
