import { Input } from '@chakra-ui/react';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { FormField } from '../../../components/form/fields.js';
import { texts } from '../textos.js';

const { nombre, sitio, sitioHelp } = texts.registerBoards;

interface Props {
  register: (field: 'nombre' | 'sitio') => UseFormRegisterReturn;
  errors: FieldErrors<{ nombre: string; sitio: string }>;
}

/** The name and the sitio of a board. */
export const NameFields = ({ register, errors }: Props) => (
  <>
    <FormField label={nombre} error={errors.nombre}>
      <Input {...register('nombre')} autoComplete="off" />
    </FormField>
    <FormField label={sitio} error={errors.sitio} help={sitioHelp}>
      <Input {...register('sitio')} autoComplete="off" />
    </FormField>
  </>
);
