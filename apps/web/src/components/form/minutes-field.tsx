import { useWatch, type FieldError, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { longMinutes, minutesIn } from '../../lib/format/minutes.js';
import { FormField } from './fields.js';
import { NumberInput } from './number-input.js';

const asMinutes = {
  setValueAs: (value: unknown): number | null =>
    value === '' || value === null || value === undefined ? null : minutesIn(String(value)),
} as const;

interface Props<T extends FieldValues> {
  form: UseFormReturn<T>;
  name: FieldPath<T>;
  label: string;
  error?: FieldError | undefined;
  help?: string | undefined;
  required?: boolean;
}

/** Minutes, or "4 h 30 min": a long duration is said in words below. */
export function MinutesField<T extends FieldValues>({ form, name, help, ...field }: Props<T>) {
  const words = longMinutes(useWatch({ control: form.control, name }));
  return (
    <FormField {...field} help={[words, help].filter(Boolean).join('. ')}>
      <NumberInput {...form.register(name, asMinutes)} inputMode="text" />
    </FormField>
  );
}
