import { inSpanishOrder } from '../../lib/spanish-order.js';
import { Field, NativeSelect, Switch, type NativeSelectFieldProps } from '@chakra-ui/react';
import { switchSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { Controller, type Control, type FieldError, type FieldPath, type FieldValues } from 'react-hook-form';

export { OBLIGATORIO } from './textos.js';

/** For `register` of a number input: an empty one is no value, not zero. */
export const comoNumero = {
  setValueAs: (valor: unknown): number | null =>
    valor === '' || valor === null || valor === undefined ? null : Number(valor),
} as const;

interface CampoProps {
  etiqueta: string;
  error?: FieldError | undefined;
  requerido?: boolean;
  deshabilitado?: boolean;
  ayuda?: ReactNode;
  children: ReactNode;
}

/** A labelled control with its help and what is wrong with it. */
export function Campo({ etiqueta, error, requerido = false, deshabilitado = false, ayuda, children }: CampoProps) {
  return (
    <Field.Root invalid={Boolean(error)} required={requerido} disabled={deshabilitado}>
      <Field.Label>
        {etiqueta}
        <Field.RequiredIndicator />
      </Field.Label>
      {children}
      {ayuda && <Field.HelperText>{ayuda}</Field.HelperText>}
      {error && <Field.ErrorText>{error.message}</Field.ErrorText>}
    </Field.Root>
  );
}

interface InterruptorProps<T extends FieldValues> {
  control: Control<T>;
  nombre: FieldPath<T>;
  etiqueta: string;
}

/** A 1/0 field as a switch. */
export function CampoInterruptor<T extends FieldValues>({ control, nombre, etiqueta }: InterruptorProps<T>) {
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
          <Switch.Label>{etiqueta}</Switch.Label>
        </Switch.Root>
      )}
    />
  );
}

interface OpcionesProps {
  de: readonly { id: number; nombre: string }[];
  /** What is chosen already: it stays so while the list has not come, where a select would show that nothing is. */
  elegida?: number | null | undefined;
}

/** A select's options: the id is the value, the name is read. */
export const Opciones = ({ de, elegida }: OpcionesProps) =>
  inSpanishOrder(
    elegida && !de.some(({ id }) => id === elegida) ? [{ id: elegida, nombre: `#${elegida}` }, ...de] : de,
    ({ nombre }) => nombre,
  ).map(({ id, nombre }) => (
    <option key={id} value={id}>
      {nombre}
    </option>
  ));

/** A native select in our dress: the one control every phone, screen reader and keyboard already knows. */
export function Selector({ children, ...props }: NativeSelectFieldProps) {
  return (
    <NativeSelect.Root recipe={nativeSelectSlotRecipe}>
      <NativeSelect.Field {...props}>{children}</NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
