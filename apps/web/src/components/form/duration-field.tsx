import { useWatch, type FieldError, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { longMinutes, longSeconds, minutesIn, secondsIn } from '../../lib/format/durations.js';
import { FormField } from './fields.js';
import { NumberInput } from './number-input.js';

const UNITS = { min: { read: minutesIn, words: longMinutes }, s: { read: secondsIn, words: longSeconds } } as const;

interface Props<T extends FieldValues> {
  form: UseFormReturn<T>;
  name: FieldPath<T>;
  label: string;
  /** What the form's value counts, and a number without a unit. */
  unit?: keyof typeof UNITS;
  error?: FieldError | undefined;
  help?: string | undefined;
  required?: boolean;
}

/** A duration, as a number or as "4 h 30 min": a long one is said in words below. */
export function DurationField<T extends FieldValues>({ form, name, unit = 'min', help, ...field }: Props<T>) {
  const { read, words } = UNITS[unit];
  const said = words(useWatch({ control: form.control, name }));
  const setValueAs = (value: unknown): number | null =>
    value === '' || value === null || value === undefined ? null : read(String(value));
  return (
    <FormField {...field} help={[said, help].filter(Boolean).join('. ')}>
      <NumberInput {...form.register(name, { setValueAs })} inputMode="text" />
    </FormField>
  );
}
