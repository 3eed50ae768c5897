import { Box, Flex } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { TIME_UNITS, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

interface Props {
  form: UseFormReturn<Values>;
  nombre: 'espera' | 'umbralTime';
  label: string;
  help?: string;
}

/** A duration: a number, and its unit (seconds, minutes or hours). */
export function TimeField({ form, nombre, label, help }: Props) {
  const { register, formState } = form;
  return (
    <FormField label={label} error={formState.errors[nombre]?.count} help={help}>
      <Flex gap="2" w="full">
        <NumberInput {...register(`${nombre}.count`, asNumber)} flex="1" minW="0" />
        <Box flex="0 0 8rem">
          <Select {...register(`${nombre}.unit`, { valueAsNumber: true })} aria-label={texts.fields.unit(label)}>
            {TIME_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {texts.units[unit]}
              </option>
            ))}
          </Select>
        </Box>
      </Flex>
    </FormField>
  );
}
