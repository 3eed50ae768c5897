import { inSpanishOrder } from '../../lib/spanish-order.js';
import { Field, NativeSelect, Switch, type NativeSelectFieldProps } from '@chakra-ui/react';
import { switchSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { Controller, type Control, type FieldError, type FieldPath, type FieldValues } from 'react-hook-form';

export { REQUIRED } from './textos.js';

/** For `register` of a number input: an empty one is no value, not zero. */
export const asNumber = {
  setValueAs: (value: unknown): number | null =>
    value === '' || value === null || value === undefined ? null : Number(value),
} as const;

interface FieldProps {
  label: string;
  error?: FieldError | undefined;
  required?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  children: ReactNode;
}

/** A labelled control with its help and what is wrong with it. */
export function FormField({ label, error, required = false, disabled = false, help, children }: FieldProps) {
  return (
    <Field.Root invalid={Boolean(error)} required={required} disabled={disabled}>
      <Field.Label>
        {label}
        <Field.RequiredIndicator />
      </Field.Label>
      {children}
      {help && <Field.HelperText>{help}</Field.HelperText>}
      {error && <Field.ErrorText>{error.message}</Field.ErrorText>}
    </Field.Root>
  );
}

interface SwitchFieldProps<T extends FieldValues> {
  control: Control<T>;
  nombre: FieldPath<T>;
  label: string;
}

/** A 1/0 field as a switch. */
export function SwitchField<T extends FieldValues>({ control, nombre, label }: SwitchFieldProps<T>) {
  return (
    <Controller
      control={control}
      name={nombre}
      render={({ field }) => (
        <Switch.Root
          recipe={switchSlotRecipe}
          name={field.name}
          checked={Number(field.value) === 1}
          onCheckedChange={({ checked }) => field.onChange(checked ? 1 : 0)}
          colorPalette="campo"
          alignSelf="center"
        >
          <Switch.HiddenInput onBlur={field.onBlur} />
          <Switch.Control />
          <Switch.Label>{label}</Switch.Label>
        </Switch.Root>
      )}
    />
  );
}

interface OptionsProps {
  from: readonly { id: number; nombre: string }[];
  /** What is chosen already: it stays so while the list has not come, where a select would show that nothing is. */
  chosen?: number | null | undefined;
}

/** A select's options: the id is the value, the name is read. */
export const Options = ({ from, chosen }: OptionsProps) =>
  inSpanishOrder(
    chosen && !from.some(({ id }) => id === chosen) ? [{ id: chosen, nombre: `#${chosen}` }, ...from] : from,
    ({ nombre }) => nombre,
  ).map(({ id, nombre }) => (
    <option key={id} value={id}>
      {nombre}
    </option>
  ));

/** A native select in our dress: the one control every phone, screen reader and keyboard already knows. */
export function Select({ children, ...props }: NativeSelectFieldProps) {
  return (
    <NativeSelect.Root recipe={nativeSelectSlotRecipe}>
      <NativeSelect.Field {...props}>{children}</NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
