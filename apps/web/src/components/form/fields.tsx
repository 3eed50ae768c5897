import { numberIn } from '../../lib/format/number.js';
import { inSpanishOrder } from '../../lib/spanish-order.js';
import { Box, Field, NativeSelect, Switch, Text, type NativeSelectFieldProps } from '@chakra-ui/react';
import { switchSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import {
  Controller,
  useController,
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';

export { REQUIRED } from './textos.js';

/** For `register` of a number input: an empty input is null, not zero. */
export const asNumber = {
  setValueAs: (value: unknown): number | null =>
    value === '' || value === null || value === undefined ? null : numberIn(String(value)),
} as const;

interface FieldProps {
  label: string;
  error?: FieldError | undefined;
  required?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  inRow?: boolean;
  children: ReactNode;
}

/** At a desk a label stands before its field: one line, not two. */
const IN_ROW = { flexDirection: { lg: 'row' }, alignItems: { lg: 'center' }, gap: { lg: '3' } } as const;

/** A control with its label, help text and error. */
export function FormField(props: FieldProps) {
  const { label, error, required = false, disabled = false, help, inRow = false, children } = props;
  return (
    <Field.Root invalid={Boolean(error)} required={required} disabled={disabled} {...(inRow && IN_ROW)}>
      <Field.Label flexShrink="0">
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
  /** What follows while it is off. */
  offHelp?: string | undefined;
}

/** A 1/0 field, shown as a switch. */
export function SwitchField<T extends FieldValues>({ control, nombre, label, offHelp }: SwitchFieldProps<T>) {
  return (
    <Controller
      control={control}
      name={nombre}
      render={({ field }) => (
        <Box my="auto">
          <Switch.Root
            recipe={switchSlotRecipe}
            name={field.name}
            checked={Number(field.value) === 1}
            onCheckedChange={({ checked }) => field.onChange(checked ? 1 : 0)}
            colorPalette="campo"
          >
            <Switch.HiddenInput onBlur={field.onBlur} />
            <Switch.Control />
            <Switch.Label>{label}</Switch.Label>
          </Switch.Root>
          {offHelp && Number(field.value) === 0 && (
            <Text fontSize="sm" color="fg.muted" mt="1" role="status">
              {offHelp}
            </Text>
          )}
        </Box>
      )}
    />
  );
}

interface OptionsProps {
  from: readonly { id: number; nombre: string }[];
  /** The current value: kept as an option until the list loads; otherwise the select would show no choice. */
  chosen?: number | null | undefined;
}

/** Options of a select: the value is the id, the text is the name. */
export const Options = ({ from, chosen }: OptionsProps) =>
  inSpanishOrder(
    chosen && !from.some(({ id }) => id === chosen) ? [{ id: chosen, nombre: `#${chosen}` }, ...from] : from,
    ({ nombre }) => nombre,
  ).map(({ id, nombre }) => (
    <option key={id} value={id}>
      {nombre}
    </option>
  ));

interface ChoiceProps<T extends FieldValues> extends NativeSelectFieldProps {
  control: Control<T>;
  nombre: FieldPath<T>;
  /** The options' values are numbers; an empty one is null. */
  numbers?: boolean;
  /** Called after a person chose, with the option's value. */
  onChosen?: (value: string) => void;
}

/** A select of a form whose options may come, or change, after the value: it goes on showing the form's value, which a registered one does not. */
export function Choice<T extends FieldValues>({ control, nombre, numbers, onChosen, ...rest }: ChoiceProps<T>) {
  const { field } = useController({ control, name: nombre });
  return (
    <Select
      {...rest}
      {...field}
      value={field.value ?? ''}
      onChange={({ target: { value } }) => {
        field.onChange(numbers ? asNumber.setValueAs(value) : value);
        onChosen?.(value);
      }}
    />
  );
}

/** A styled native select, because every phone, screen reader and keyboard supports that. */
export function Select({ children, ...props }: NativeSelectFieldProps) {
  return (
    <NativeSelect.Root recipe={nativeSelectSlotRecipe}>
      <NativeSelect.Field {...props}>{children}</NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
