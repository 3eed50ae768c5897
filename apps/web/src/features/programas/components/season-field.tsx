import { Box, Flex, Input, SimpleGrid, Text } from '@chakra-ui/react';
import type { UseFormReturn } from 'react-hook-form';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields, season } = texts;
const numberOfMonth = (n: number): string => String(n + 1).padStart(2, '0');

function YearDay({ form, name, label }: { form: UseFormReturn<Values>; name: YearDayName; label: string }) {
  const { register, formState } = form;
  const errors = formState.errors[name];
  return (
    <Flex gap="2" align="flex-start">
      <Box w="5.5rem">
        <FormField label={season.day(label)} error={errors?.dia}>
          <Input type="number" min="1" max="31" step="1" {...register(`${name}.dia`, asNumber)} />
        </FormField>
      </Box>
      <Box flex="1" minW="9rem">
        <FormField label={season.month(label)} error={errors?.mes}>
          <Select {...register(`${name}.mes`)}>
            <option value="">{texts.never}</option>
            {texts.months.map((month, n) => (
              <option key={month} value={numberOfMonth(n)}>
                {month}
              </option>
            ))}
          </Select>
        </FormField>
      </Box>
    </Flex>
  );
}
type YearDayName = 'temporada_desde' | 'temporada_hasta';

/** The season of a program, and the percentage of its durations in each month. */
export function SeasonField({ form }: { form: UseFormReturn<Values> }) {
  const { register, formState } = form;
  return (
    <Flex direction="column" gap="4">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <YearDay form={form} name="temporada_desde" label={fields.seasonFrom} />
        <YearDay form={form} name="temporada_hasta" label={fields.seasonTo} />
      </SimpleGrid>
      <Box as="fieldset">
        <Text as="legend" mb="2" color="fg.muted">
          {season.percentages}
        </Text>
        <SimpleGrid columns={{ base: 3, sm: 4, md: 6 }} gap="3" alignItems="start">
          {texts.months.map((month, n) => (
            <FormField key={month} label={month} error={formState.errors.porcentajes?.[n]?.valor}>
              <NumberInput placeholder="100" {...register(`porcentajes.${n}.valor`, asNumber)} />
            </FormField>
          ))}
        </SimpleGrid>
      </Box>
    </Flex>
  );
}
