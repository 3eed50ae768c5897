import { Flex, SimpleGrid, Text } from '@chakra-ui/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { FormField, Options, Select } from '../../../components/form/fields.js';
import { ET0_SOURCES, type Values } from '../lib/form-values.js';
import { et0Texts as t } from '../textos-et0.js';
import { texts } from '../textos.js';
import type { SensorOption } from './conditions-field.js';
import { NumberField } from './number-field.js';

/** Shortens turns by yesterday's ET0, of a sensor or entered by hand. */
export function Et0Field({ form, sensors }: { form: UseFormReturn<Values>; sensors: readonly SensorOption[] }) {
  const { register, control, formState } = form;
  const [source, sensor] = useWatch({ control, name: ['et0_de', 'et0_switch'] });
  return (
    <Flex direction="column" gap="3">
      <Text color="fg.muted">{t.help}</Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="start">
        <FormField label={t.source}>
          <Select {...register('et0_de')}>
            {ET0_SOURCES.map((one) => (
              <option key={one} value={one}>
                {t.sources[one]}
              </option>
            ))}
          </Select>
        </FormField>
        {source === 'sensor' && (
          <FormField label={t.sensor} error={formState.errors.et0_switch} required>
            <Select {...register('et0_switch')}>
              <option value="">{texts.choose}</option>
              <Options from={sensors} chosen={Number(sensor) || null} />
            </Select>
          </FormField>
        )}
        {source === 'mano' && <NumberField form={form} name="et0_mm" label={t.mm} />}
        {source !== 'no' && (
          <>
            <NumberField form={form} name="et0_referencia" label={t.reference} />
            <NumberField form={form} name="et0_minimo" label={t.least} />
          </>
        )}
      </SimpleGrid>
    </Flex>
  );
}
