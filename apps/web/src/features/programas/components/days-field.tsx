import { WEEK_DAYS } from '@acequia/contracts';
import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { asNumber, FormField, Select } from '../../../components/form/fields.js';
import { NumberInput } from '../../../components/form/number-input.js';
import type { Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { fields } = texts;

/** The days on which a program waters. */
export function DaysField({ form }: { form: UseFormReturn<Values> }) {
  const { register, control, formState } = form;
  const modo = useWatch({ control, name: 'modo' });
  const { errors } = formState;
  return (
    <Flex gap="3" align="flex-start" wrap="wrap">
      <Box w={{ base: 'full', sm: '20rem' }}>
        <FormField label={fields.modo}>
          <Select {...register('modo')}>
            {(['semana', 'cada', 'paridad'] as const).map((each) => (
              <option key={each} value={each}>
                {texts.modes[each]}
              </option>
            ))}
          </Select>
        </FormField>
      </Box>
      {modo === 'semana' && (
        <Flex
          role="group"
          aria-label={texts.modes.semana}
          columnGap="3"
          rowGap="1"
          wrap="wrap"
          align="center"
          minH="10"
          w="full"
        >
          {WEEK_DAYS.map((dia) => (
            <Flex as="label" key={dia} gap="1.5" align="center">
              <chakra.input type="checkbox" accentColor="campo.solid" value={dia} {...register('semana')} />{' '}
              {texts.dias[dia]}
            </Flex>
          ))}
          {errors.semana && (
            <Text color="fg.error" fontSize="xs">
              {errors.semana.message}
            </Text>
          )}
        </Flex>
      )}
      {modo === 'cada' && (
        <>
          <Box w={{ base: 'full', sm: '11rem' }}>
            <FormField label={fields.cada} error={errors.cada}>
              <NumberInput inputMode="numeric" {...register('cada', asNumber)} />
            </FormField>
          </Box>
          <Box w={{ base: 'full', sm: '11rem' }}>
            <FormField label={fields.desde} error={errors.desde}>
              <DateInput {...register('desde')} />
            </FormField>
          </Box>
        </>
      )}
      {modo === 'paridad' && (
        <Box w={{ base: 'full', sm: '11rem' }}>
          <FormField label={fields.paridad}>
            <Select {...register('paridad')}>
              <option value="par">{texts.paridad.par}</option>
              <option value="impar">{texts.paridad.impar}</option>
            </Select>
          </FormField>
        </Box>
      )}
    </Flex>
  );
}
